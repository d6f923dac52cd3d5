import { UsageError } from '../errors.ts';

const shortCharacters = 8;
const wholeCharacters = 36;

/** As much of an id as tells it from the others in a list. */
export const shortId = (id: string): string => id.slice(0, shortCharacters);

/** The id that begins so, of those that are listed. Throws `UsageError` when none or several do. */
export async function wholeId(
  beginning: string,
  what: string,
  list: () => Promise<readonly { readonly id: string }[]>,
): Promise<string> {
  if (beginning.length >= wholeCharacters) return beginning;
  const found = (await list()).filter(({ id }) => id.startsWith(beginning));
  const [only] = found;
  if (only === undefined) throw new UsageError(`no ${what} in the list begins with ${beginning}`);
  if (found.length > 1)
    throw new UsageError(
      `${found.length} of the ${what}s begin with ${beginning}: give more of the id`,
    );
  return only.id;
}
