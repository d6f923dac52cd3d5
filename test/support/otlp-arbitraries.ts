import fc from 'fast-check';
import {
  type JsonAnyValue,
  type JsonEvent,
  type JsonKeyValue,
  type JsonLink,
  type JsonSpan,
  type JsonTraces,
  receivedAtMs,
} from './otlp.ts';

const maxInt64 = 2n ** 63n - 1n;
const sevenDaysNanos = 7n * 86_400_000_000_000n;
const tenMinutesNanos = 600_000_000_000n;
const receivedAtNanos = BigInt(receivedAtMs) * 1_000_000n;

export const hex = (bytes: number): fc.Arbitrary<string> =>
  fc.uint8Array({ minLength: bytes, maxLength: bytes }).map(id => Buffer.from(id).toString('hex'));

const nonZeroHex = (bytes: number): fc.Arbitrary<string> =>
  hex(bytes).filter(id => /[^0]/.test(id));

export const words = fc.string({ unit: 'binary', maxLength: 12 });
const longWords = fc.oneof(
  { weight: 9, arbitrary: words },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', minLength: 60, maxLength: 300 }) },
);
const uint32 = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 0xffff_ffff }));

/** Text where JSON has no number for it. */
const doubles = fc
  .double()
  .map(value => (Number.isFinite(value) && !Object.is(value, -0) ? value : asText(value)));

const asText = (value: number): string => (Object.is(value, -0) ? '-0' : String(value));

export const anyValue: fc.Arbitrary<JsonAnyValue> = fc.letrec<{
  value: JsonAnyValue;
  pair: JsonKeyValue;
}>(tie => ({
  value: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    longWords.map(stringValue => ({ stringValue })),
    fc.boolean().map(boolValue => ({ boolValue })),
    fc
      .oneof(
        fc.bigInt({ min: -maxInt64 - 1n, max: maxInt64 }),
        fc.bigInt({ min: -300n, max: 300n }),
      )
      .map(value => ({ intValue: String(value) })),
    doubles.map(doubleValue => ({ doubleValue })),
    fc
      .uint8Array({ maxLength: 9 })
      .map(value => ({ bytesValue: Buffer.from(value).toString('base64') })),
    fc.constant({}),
    fc.array(tie('value'), { maxLength: 3 }).map(values => ({ arrayValue: { values } })),
    fc.array(tie('pair'), { maxLength: 3 }).map(values => ({ kvlistValue: { values } })),
  ),
  pair: fc.record({ key: words, value: tie('value') }),
})).value;

export const attributes = fc.array(fc.record({ key: words, value: anyValue }), { maxLength: 5 });

const event: fc.Arbitrary<JsonEvent> = fc.record({
  timeUnixNano: fc.bigInt({ min: 0n, max: maxInt64 }).map(String),
  name: words,
  attributes,
  droppedAttributesCount: uint32,
});

const link: fc.Arbitrary<JsonLink> = fc.record({
  traceId: fc.oneof(hex(16), fc.constant('')),
  spanId: fc.oneof(hex(8), fc.constant('')),
  traceState: words,
  attributes,
  droppedAttributesCount: uint32,
  flags: uint32,
});

const times = fc
  .tuple(
    fc.bigInt({ min: -sevenDaysNanos, max: tenMinutesNanos }),
    fc.oneof(
      fc.bigInt({ min: 0n, max: 10_000_000_000n }),
      fc.bigInt({ min: 0n, max: receivedAtNanos / 2n }),
    ),
  )
  .map(([ahead, duration]) => ({
    startTimeUnixNano: String(receivedAtNanos + ahead - duration),
    endTimeUnixNano: String(receivedAtNanos + ahead),
  }));

/** Spans that are taken when they are received at `receivedAtMs`. */
export const validSpan: fc.Arbitrary<JsonSpan> = fc
  .record({
    traceId: nonZeroHex(16),
    spanId: nonZeroHex(8),
    parentSpanId: fc.oneof(hex(8), fc.constant('')),
    traceState: words,
    name: longWords,
    kind: fc.integer({ min: 0, max: 5 }),
    attributes,
    droppedAttributesCount: uint32,
    events: fc.array(event, { maxLength: 2 }),
    droppedEventsCount: uint32,
    links: fc.array(link, { maxLength: 2 }),
    droppedLinksCount: uint32,
    status: fc.record({ code: fc.integer({ min: 0, max: 2 }), message: longWords }),
    flags: uint32,
    times,
  })
  .map(({ times: startAndEnd, ...fields }) => ({ ...fields, ...startAndEnd }));

const spoiled: fc.Arbitrary<Partial<JsonSpan>> = fc.oneof(
  fc.constantFrom<Partial<JsonSpan>>(
    { traceId: '' },
    { traceId: '00'.repeat(16) },
    { traceId: 'ab' },
    { spanId: '00'.repeat(8) },
    { spanId: 'abcdef' },
    { parentSpanId: 'ab' },
    { startTimeUnixNano: '0' },
    { endTimeUnixNano: '1' },
    { startTimeUnixNano: '5', endTimeUnixNano: '18446744073709551615' },
    { endTimeUnixNano: '0' },
    { links: [{ traceId: 'abcd' }] },
  ),
);

/** Any span, often one that is refused. */
export const anySpan: fc.Arbitrary<JsonSpan> = fc
  .tuple(validSpan, fc.option(spoiled, { freq: 2, nil: {} }))
  .map(([span, spoil]) => ({ ...span, ...spoil }));

export const tracesOf = (span: fc.Arbitrary<JsonSpan>): fc.Arbitrary<JsonTraces> => {
  const scopeSpans = fc.record({
    scope: fc.record({ name: words, version: words, attributes, droppedAttributesCount: uint32 }),
    spans: fc.array(span, { maxLength: 3 }),
    schemaUrl: words,
  });
  const resource = fc.record({
    attributes: fc
      .tuple(fc.option(words, { nil: undefined }), attributes)
      .map(([service, rest]) => [...named(service), ...rest]),
    droppedAttributesCount: uint32,
  });
  const resourceSpans = fc.record({
    resource,
    scopeSpans: fc.array(scopeSpans, { maxLength: 2 }),
    schemaUrl: words,
  });
  return fc.record({ resourceSpans: fc.array(resourceSpans, { maxLength: 2 }) });
};

const named = (service: string | undefined): JsonKeyValue[] =>
  service === undefined ? [] : [{ key: 'service.name', value: { stringValue: service } }];
