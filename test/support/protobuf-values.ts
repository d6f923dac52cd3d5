import type { AnyValue, KeyValue } from '../../platform/otlp/attributes.ts';

type Parts = Readonly<Record<string, unknown>>;

/** Attributes as protobufjs decodes them, in our words. */
export const keyValuesOf = (values: unknown): KeyValue[] =>
  list(values).map(({ key, value }) => ({
    key: String(key),
    value: anyValueOf(value as Parts | null),
  }));

function anyValueOf(value: Parts | null): AnyValue {
  if (value === null) return {};
  const set = Object.keys(value).find(name => value[name] !== undefined && value[name] !== null);
  switch (set) {
    case undefined:
      return {};
    case 'arrayValue':
      return { arrayValue: { values: list((value[set] as Parts).values).map(anyValueOf) } };
    case 'kvlistValue':
      return { kvlistValue: { values: keyValuesOf((value[set] as Parts).values) } };
    case 'doubleValue': {
      const double = value[set] as number;
      if (Object.is(double, -0)) return { doubleValue: '-0' };
      return { doubleValue: Number.isFinite(double) ? double : String(double) };
    }
    default:
      return { [set]: value[set] };
  }
}

const list = (value: unknown): Parts[] => value as Parts[];
