import { z } from 'zod';

/** Who did something. */
export const actorBody = z.object({
  type: z.enum(['key', 'session', 'user', 'operator', 'system']),
  /** Of the system: the role. */
  id: z.string().nullable(),
});
