import { z } from 'zod';
import { invalidRequest } from '../../../platform/http/problem.ts';

const prefix = 'at_';

const instantIn = (handle: string): string => handle.slice(prefix.length);

/** The handle of an investigation. It holds its instant, so any process reads it and none has to remember it. */
export const handleAt = (atMs: number): string => `${prefix}${new Date(atMs).toISOString()}`;

export const investigation = z
  .string()
  .refine(
    text => text.startsWith(prefix) && z.iso.datetime().safeParse(instantIn(text)).success,
    'expected the `investigation` that start_investigation gave',
  )
  .optional()
  .describe('Handle of start_investigation: sees its instant, as `as_of` does.');

type Pinned = {
  readonly as_of?: string | undefined;
  readonly investigation?: string | undefined;
};

/** The past instant that a call asks about; undefined: now. Throws 400 where it names two. */
export function askedInstant({ as_of: asOf, investigation: handle }: Pinned): string | undefined {
  if (handle === undefined) return asOf;
  const instant = instantIn(handle);
  if (asOf === undefined || Date.parse(asOf) === Date.parse(instant)) return instant;
  throw invalidRequest('`as_of` and `investigation` name different instants; give one of them');
}
