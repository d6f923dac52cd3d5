const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;
const hexWord = /(?<![0-9a-z])(?=[0-9a-f]*\d)[0-9a-f]{8,}(?![0-9a-z])/gi;
const number = /(?<![0-9a-z])\d+(?![0-9a-z])/gi;

/**
 * The operation a span belongs to: its name with UUIDs, long hexadecimal words and numbers
 * replaced by `{id}`, so that one route is one operation for all its arguments.
 */
export const operationOf = (spanName: string): string =>
  spanName.replace(uuid, '{id}').replace(hexWord, '{id}').replace(number, '{id}');
