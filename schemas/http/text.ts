import { z } from 'zod';

/** Every control character, in the words of every engine of patterns that reads the API documents. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const noControlCharacters = /^[^\u0000-\u001f\u007f-\u009f]*$/u;

/** Half of a pair has no UTF-8, so it could not be stored as it was sent. */
export const wholeText = (charactersMax: number) =>
  z
    .string()
    .max(charactersMax)
    .refine(
      text => text.isWellFormed(),
      'expected whole characters, found half of a surrogate pair',
    );

/** Of one line; it may be empty. */
export const line = (charactersMax: number) =>
  wholeText(charactersMax).regex(noControlCharacters, 'expected no control characters');

/** Text with more than blanks; not trimmed. */
export const filled = <Text extends z.ZodString>(
  text: Text,
  expected = 'expected more than blanks',
) => text.regex(/\S/u, expected);
