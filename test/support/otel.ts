import {
  type Context,
  createTraceState,
  type Link,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { randomUuid } from '../../platform/uuid.ts';

/** Values that the API of the SDKs takes for an attribute, each type and its corners. */
const plainValues = {
  text: 'plain',
  'text.empty': '',
  'text.unicode': 'žluťoučký 🐎 日本語 \u202eRTL עברית',
  'text.odd': 'line\n\nINSERT INTO spans VALUES (1)\r\t"quoted\' \\ \u0000 end',
  'text.long': 'à'.repeat(700),
  'bool.true': true,
  'bool.false': false,
  int: 42,
  'int.zero': 0,
  'int.minus.zero': -0,
  'int.negative': -1,
  'int.max.safe': Number.MAX_SAFE_INTEGER,
  'int.min.safe': Number.MIN_SAFE_INTEGER,
  'int.power': 2 ** 62,
  'int.min': -(2 ** 63),
  'int.past': 2 ** 63,
  'int.huge': 1e300,
  double: 0.1,
  'double.negative': -273.15,
  'double.tiny': Number.MIN_VALUE,
  'double.large': 1.5e-300,
  nan: Number.NaN,
  infinity: Number.POSITIVE_INFINITY,
  'infinity.negative': Number.NEGATIVE_INFINITY,
  'array.text': ['a', '', 'č', 'a'],
  'array.bool': [true, false, true],
  'array.int': [1, 0, -5, Number.MAX_SAFE_INTEGER],
  'array.double': [0.5, -1.25, 1e-9],
  'array.numbers': [1, 0.5, 2],
  'array.holes': ['a', null, 'b'],
  'array.empty': [],
  'klíč 🔑': 'Unicode in a key',
};

/** What OTLP can carry beyond that: the exporters write it, though the API has no words for it. */
const richValues = {
  map: { inner: 1, 'inner.text': 'x', deeper: { list: [1, 'two', { three: 3.5 }] }, none: {} },
  'array.mixed': ['a', 1, 0.5, false, [1, ['nested']], { key: 'value' }],
  'map.empty': {},
};

const byteValues = {
  bytes: Uint8Array.of(0, 1, 127, 128, 255),
  'bytes.empty': new Uint8Array(0),
};

const names = [
  'GET /košík/{id}',
  '注文を処理する',
  '🛒 checkout 🧾',
  'معالجة الطلب',
  'ΑΒΓ — “quotes” & <tags>',
  'plain name',
  'n\u0303 n\u0303 combining',
  '',
];

const kinds = [
  SpanKind.INTERNAL,
  SpanKind.SERVER,
  SpanKind.CLIENT,
  SpanKind.PRODUCER,
  SpanKind.CONSUMER,
];

const nanoCorners = [0, 1, 999_999_999, 123_456_789, 1_000_000];

export type Story = {
  readonly tracer: (index: number) => Tracer;
  readonly spans: number;
  readonly spansPerTrace: number;
  readonly nowSeconds: number;
  /** False: the exporter does not know how to write bytes. */
  readonly writesBytes: boolean;
};

/** Makes spans with everything that a span can have, in traces of some depth. */
export function tellStory({ tracer, spans, spansPerTrace, ...story }: Story): void {
  let open: Span[] = [];
  for (let index = 0; index < spans; index++) {
    const place = index % spansPerTrace;
    if (place === 0) open = [];
    const parent = parentOf(open, place, Math.floor(index / spansPerTrace));
    const span = startSpan(tracer(index), index, parent, story.nowSeconds);
    fill(span, index, story);
    open.push(span);
    const end = story.nowSeconds - (index % 5);
    span.end([end, nanoCorners[(index + 3) % nanoCorners.length] ?? 0]);
  }
}

/** Every fourth trace begins in another process, that is with a parent that nobody sends. */
function parentOf(open: readonly Span[], place: number, traceNumber: number): Context {
  const parent = open[Math.floor((place - 1) / 2)];
  if (parent !== undefined) return trace.setSpan(ROOT_CONTEXT, parent);
  if (traceNumber % 4 !== 0) return ROOT_CONTEXT;
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId: randomUuid().replaceAll('-', ''),
    spanId: 'fedcba9876543210',
    traceFlags: 1,
    isRemote: true,
    traceState: createTraceState('vendor=value,other@tenant=1'),
  });
}

function startSpan(tracer: Tracer, index: number, parent: Context, nowSeconds: number): Span {
  const start = nowSeconds - (index % 5) - 1 - (index % 3);
  return tracer.startSpan(
    names[index % names.length] ?? '',
    {
      kind: kinds[index % kinds.length] ?? SpanKind.INTERNAL,
      startTime: [start, nanoCorners[index % nanoCorners.length] ?? 0],
      links: linksOf(index),
    },
    parent,
  );
}

const linksOf = (index: number): Link[] =>
  Array.from({ length: index % 3 }, (_, link) => ({
    context: {
      traceId: '0af7651916cd43dd8448eb211c80319c',
      spanId: `b7ad6b716920333${link}`,
      traceFlags: link,
      ...(link === 1 && { isRemote: true, traceState: createTraceState('linked=1') }),
    },
    ...(link === 0 && { attributes: { 'odkaz č.': 1, reasons: ['a', 'b'], ratio: 0.5 } }),
  }));

function fill(
  span: Span,
  index: number,
  { nowSeconds, writesBytes }: Omit<Story, 'tracer' | 'spans' | 'spansPerTrace'>,
): void {
  span.setAttributes({ index, ...(index % 2 === 0 && plainValues) });
  if (index % 100 === 7) for (let n = 0; n < 130; n++) span.setAttribute(`many.${n}`, n);
  for (let event = 0; event < index % 4; event++) {
    const attributes = {
      ...(event === 1 && plainValues),
      attempt: event,
      'důvod 🤷': 'zkusím znovu',
    };
    span.addEvent(names[event] ?? '', attributes, [nowSeconds - 1, event * 111_111_111]);
  }
  if (index % 5 === 1) span.setStatus({ code: SpanStatusCode.OK });
  if (index % 5 === 2) span.setStatus({ code: SpanStatusCode.ERROR, message: 'došlo zboží 📦' });
  if (index % 5 === 3) span.setStatus({ code: SpanStatusCode.ERROR });
  if (index % 2 === 1) enrich(span, writesBytes);
}

/** Past the API's check, as instrumentations that know OTLP do. */
function enrich(span: Span, writesBytes: boolean): void {
  const values = { ...richValues, ...(writesBytes && byteValues) };
  const { attributes, events } = span as unknown as {
    readonly attributes: object;
    readonly events: readonly { readonly attributes: object }[];
  };
  Object.assign(attributes, values);
  for (const event of events) Object.assign(event.attributes, values);
}
