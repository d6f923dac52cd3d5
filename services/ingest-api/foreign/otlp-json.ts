/** The parts of OTLP/JSON that a converted body is made of. */
export type KeyValue = { readonly key: string; readonly value: AnyValue };

export type AnyValue =
  | { readonly stringValue: string }
  | { readonly boolValue: boolean }
  | { readonly intValue: string }
  | { readonly doubleValue: number }
  | { readonly arrayValue: { readonly values: readonly AnyValue[] } }
  | { readonly kvlistValue: { readonly values: readonly KeyValue[] } };

export type ForeignSpan = {
  readonly scope: string;
  readonly resource: readonly KeyValue[];
  readonly span: Readonly<Record<string, unknown>>;
};

/** Attributes of a JSON map; null and absent values are dropped. */
export const attributesOf = (map: Readonly<Record<string, unknown>>): KeyValue[] =>
  Object.entries(map).flatMap(([key, given]) => {
    const value = anyValue(given);
    return value === undefined ? [] : [{ key, value }];
  });

/** Farther from 1970 there is no date; what is, is refused as any span of that time. */
const instantMsMax = 8.64e15;

export const nanosOf = (milliseconds: number): string => {
  const ms = Math.min(instantMsMax, Math.max(-instantMsMax, milliseconds));
  return String(BigInt(Math.round(ms * 1000)) * 1000n);
};

/** One span as a whole request. */
export const requestOf = ({ scope, resource, span }: ForeignSpan): Buffer =>
  Buffer.from(
    JSON.stringify({
      resourceSpans: [
        {
          resource: { attributes: resource },
          scopeSpans: [{ scope: { name: scope }, spans: [span] }],
        },
      ],
    }),
  );

function anyValue(given: unknown): AnyValue | undefined {
  switch (typeof given) {
    case 'string':
      return { stringValue: given };
    case 'boolean':
      return { boolValue: given };
    case 'number':
      return Number.isSafeInteger(given) ? { intValue: String(given) } : { doubleValue: given };
    case 'object':
      return given === null ? undefined : compound(given);
    default:
      return undefined;
  }
}

function compound(given: object): AnyValue {
  if (!Array.isArray(given)) return { kvlistValue: { values: attributesOf({ ...given }) } };
  const values = given.map(anyValue).filter(value => value !== undefined);
  return { arrayValue: { values } };
}
