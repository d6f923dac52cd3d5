/** Digits of every number that a double may not hold. */
const long = /^-?\d{16,}$/u;

/** JSON of which each whole number that no double holds is a text of its digits, where the browser gives what was written (ECMA-262, 2026). */
export const parseExactJson = (text: string): unknown =>
  JSON.parse(text, (_, value: unknown, written?: { readonly source?: string }) => {
    const { source } = written ?? {};
    if (typeof value !== 'number' || source === undefined || !long.test(source)) return value;
    return BigInt(source) === BigInt(value) ? value : source;
  });
