import { z } from 'zod';

/** The fields by which a request proves that its sender reads a mailbox. */
export const mailedCode = {
  session_id: z.guid().toLowerCase(),
  code: z
    .string()
    .trim()
    .regex(/^\d{6}$/u, 'expected six digits'),
};
