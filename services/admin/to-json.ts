import type { Json } from '../../schemas/json.ts';

/** A value as JSON shows it; sets become lists, and what is not there becomes null. */
export function toJson(value: unknown): Json {
  const text = JSON.stringify(value, (_, inner) =>
    inner instanceof Set || inner instanceof Map ? [...inner] : inner,
  );
  return text === undefined ? null : (JSON.parse(text) as Json);
}
