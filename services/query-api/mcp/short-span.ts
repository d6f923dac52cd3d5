import type { Json } from '../../../schemas/json.ts';

/** What says the same in another form: attributes with their types, times in nanoseconds, a second id. */
const repeated = new Set([
  'otlp_attributes',
  'id',
  'trace_id',
  'start_time_unix_nano',
  'end_time_unix_nano',
  'time_unix_nano',
  'duration_ns',
]);

/** A span without what a model need not read twice, and without what is empty. */
export const shortSpan = (span: object): Json => shortened(span as Json);

function shortened(value: Json): Json {
  if (Array.isArray(value)) return value.map(shortened);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, each]) => !repeated.has(name) && !isEmpty(name, each))
      .map(([name, each]) => [name, name === 'attributes' ? each : shortened(each)]),
  );
}

const isObject = (value: Json): value is { readonly [name: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isEmpty = (name: string, value: Json): boolean =>
  value === null ||
  value === '' ||
  (value === 0 && (name === 'flags' || name.startsWith('dropped_'))) ||
  (typeof value === 'object' && Object.keys(value).length === 0);
