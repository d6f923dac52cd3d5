import { z } from 'zod';
import { invalidRequest } from '../../../../platform/http/problem.ts';
import { handleAt } from '../investigation.ts';
import { ownTool } from '../tool.ts';
import { instant } from './parts.ts';

export const investigationTools = [
  ownTool({
    name: 'start_investigation',
    title: 'Start an investigation',
    description:
      'Gives a handle that pins one instant. Pass it as `investigation` to other tools, and all of them show what was known at that instant, however long the investigation takes. Telemetry is what was known before the minute of the instant. Nothing is stored, and the handle does not expire.',
    input: z.object({
      at: instant.optional().describe('The instant (RFC 3339); now when absent.'),
    }),
    output: z.object({ investigation: z.string(), as_of: z.iso.datetime(), next: z.string() }),
    answer: ({ at }, nowMs) => {
      const atMs = at === undefined ? nowMs : Date.parse(at);
      if (atMs > nowMs)
        throw invalidRequest(
          `\`at\` lies in the future; it is ${new Date(nowMs).toISOString()} now`,
        );
      return {
        investigation: handleAt(atMs),
        as_of: new Date(atMs).toISOString(),
        next: 'Pass `investigation` to get_active_alerts, list_services, get_rca and others.',
      };
    },
  }),
];
