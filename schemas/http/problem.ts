import { z } from 'zod';

/** Body of every refusal: the clients' `error` and `code` beside the fields of RFC 9457. */
export const problem = z.object({
  error: z.string(),
  /** Of routes of OAuth alone, whose `error` is the code. */
  error_description: z.string().optional(),
  code: z.string(),
  request_id: z.string(),
  details: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
});

export type Problem = z.infer<typeof problem>;
