/** What a value of JSON may be expected to be. */
type Equals = string | number | boolean | null;

/** JSON of one value; what is no JSON is a text. */
export function equalsOf(typed: string): Equals {
  try {
    const value: unknown = JSON.parse(typed);
    return typeof value === 'object' && value !== null ? typed : (value as Equals);
  } catch {
    return typed;
  }
}

/** As it is typed: texts that could be taken for something else are quoted. */
export const equalsText = (value: Equals): string =>
  typeof value === 'string' && equalsOf(value) === value ? value : JSON.stringify(value);
