import { z } from 'zod';
import { instant } from './parts.ts';

/** A request with its answer, as it is shown to those who sent it and to operators. */
export const requestLogEntry = z.object({
  at: instant,
  route: z.string(),
  status: z.int(),
  /** The word of the refusal, null when there was none. */
  code: z.string().nullable(),
  /** Why the request, or the first of its items that was refused, was refused; null when nothing was. */
  reason: z.string().nullable(),
  /** Spans or data points; 0 for requests that carried none. */
  accepted: z.int(),
  refused: z.int(),
  client: z.string(),
  duration_ms: z.number(),
});
