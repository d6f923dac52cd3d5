export type Json = Readonly<Record<string, unknown>>;

export class Refused extends Error {}

/** Of what a service documents, the first thing that is not so. */
export function expected(isSo: boolean, what: string): asserts isSo {
  if (!isSo) throw new Refused(what);
}

export function object(value: unknown, what: string): Json {
  expected(typeof value === 'object' && value !== null && !Array.isArray(value), what);
  return value as Json;
}

export function list(value: unknown, what: string): readonly unknown[] {
  expected(Array.isArray(value), what);
  return value as readonly unknown[];
}

/** Text of 1 to so many UTF-16 units, without half characters. */
export function text(value: unknown, unitsMax: number, what: string): string {
  expected(typeof value === 'string' && value.length > 0, `${what}: a text`);
  expected(value.length <= unitsMax, `${what}: at most ${unitsMax}, found ${value.length}`);
  expected(!/\p{Cs}/u.test(value), `${what}: no half characters`);
  return value;
}

export function only(value: Json, fields: readonly string[], what: string): void {
  for (const field of Object.keys(value))
    expected(fields.includes(field), `${what}: no field ${field}`);
}

export const webUrl = (value: unknown, what: string): string => {
  const url = text(value, 4_000, what);
  expected(/^https?:$/u.test(new URL(url).protocol), `${what}: a URL`);
  return url;
};
