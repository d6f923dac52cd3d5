import { z } from 'zod';

const charactersMax = 254;
const pattern =
  /^(?!\.)(?!.*\.\.)[\w.!#$%&'*+/=?^`{|}~-]{0,63}[\w!#$%&'*+/=?^`{|}~-]@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/iu;

/** For a field whose other fields say whether it must be one: `isMailAddress` is checked beside them. */
export const mailAddressText = z
  .string()
  .trim()
  .max(charactersMax)
  .meta({ pattern: pattern.source });

export const mailAddressExpected = 'expected a mail address';
export const isMailAddress = (text: string): boolean => pattern.test(text);

/** An address that mail can be sent to. */
export const mailAddress = z.string().trim().max(charactersMax).regex(pattern, mailAddressExpected);
