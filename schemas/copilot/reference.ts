import { z } from 'zod';

/** What an answer is about, to look it up. */
export const reference = z.object({
  type: z.enum(['service', 'trace', 'alert', 'anomaly']),
  id: z.string(),
  /** Path of the API that gives it. */
  path: z.string(),
});

export type Reference = z.infer<typeof reference>;
