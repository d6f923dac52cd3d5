import { dayMs } from '../../schemas/durations.ts';
import type { EventPayload } from '../../schemas/events/event.ts';
import type { Projection } from '../engine/projection.ts';

export type CommandResultRow = EventPayload & {
  readonly requestHash: string;
  readonly atMs: number;
};

/** The event that answered a command, by command, for as long as clients repeat themselves. */
export const commandResults: Projection<CommandResultRow> = {
  name: 'command-results',
  version: 1,
  types: 'all',
  keys: event => (event.answers === undefined ? [] : [event.causationId]),
  project: (row, event) => {
    if (row !== undefined || event.answers === undefined) return row;
    const {
      id,
      version,
      organizationId,
      causationId,
      correlationId,
      actor,
      answers,
      carried,
      ...fact
    } = event;
    return { ...fact, requestHash: answers.requestHash };
  },
  retention: { ms: dayMs, endedAtMs: row => row.atMs },
};
