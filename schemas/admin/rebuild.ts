import { z } from 'zod';
import { json } from '../http/parts.ts';

const difference = z.object({ key: z.string(), live: json, rebuilt: json });

export const rebuildReport = z.object({
  projection: z.string(),
  events: z.int(),
  rows: z.int(),
  /** The first of them; `difference_count` is the number of all. */
  differences: z.array(difference),
  difference_count: z.int(),
  switched: z.boolean(),
  duration_ms: z.number(),
});

export const rebuildRequest = z
  .object({
    /** Whether rows are compared; a dry run compares unless told not to. */
    diff: z.boolean().optional(),
    /** Nothing is switched: the live rows stay, and the new ones are deleted. */
    dry_run: z.boolean().optional(),
  })
  .optional();

export type RebuildReportBody = z.infer<typeof rebuildReport>;
export type RebuildRequest = z.infer<typeof rebuildRequest>;
