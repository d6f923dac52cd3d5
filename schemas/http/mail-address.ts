import { z } from 'zod';

const charactersMax = 254;
const pattern =
  /^(?!\.)(?!.*\.\.)[\w.!#$%&'*+/=?^`{|}~-]{0,63}[\w!#$%&'*+/=?^`{|}~-]@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/iu;

/** An address that mail can be sent to. */
export const mailAddress = z
  .string()
  .trim()
  .max(charactersMax)
  .regex(pattern, 'expected a mail address');
