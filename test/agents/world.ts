import { newId } from '../support/otel-send.ts';
import { type JsonSpan, nanosOf, text } from '../support/otlp.ts';

/** What calls something that sends no spans. */
export type Call = {
  readonly name: string;
  readonly attributes: readonly (readonly [string, string])[];
  readonly ms: number;
  readonly error?: string;
};

/** A request of a service, and what it calls. */
export type Request = {
  readonly service: string;
  readonly operation: string;
  readonly version?: string;
  /** Of its own, before what it calls. */
  readonly ownMs: number;
  readonly attributes?: readonly (readonly [string, string])[];
  /** It failed by itself; a call or a request below that fails makes it fail, too. */
  readonly error?: string;
  readonly calls?: readonly Call[];
  readonly below?: Request;
};

export type Sent = { readonly service: string; readonly version: string; readonly span: JsonSpan };

const server = 2;
const client = 3;

/** The spans of one trace that begins at an instant. */
export const spansOf = (request: Request, atMs: number): Sent[] =>
  traceOf(request, { traceId: newId(32), parentSpanId: undefined, atMs }).sent;

type Place = {
  readonly traceId: string;
  readonly parentSpanId: string | undefined;
  readonly atMs: number;
};

type Traced = { readonly sent: Sent[]; readonly endMs: number; readonly fails: boolean };

function traceOf(request: Request, { traceId, parentSpanId, atMs }: Place): Traced {
  const { service, operation, version = '1.0.0', ownMs, attributes = [], error } = request;
  const spanId = newId(16);
  let endMs = atMs + ownMs;
  const sent: Sent[] = [];
  for (const call of request.calls ?? []) {
    const span = callSpan(call, { traceId, parentSpanId: spanId, atMs: endMs });
    sent.push({ service, version, span });
    endMs += call.ms;
  }
  const below =
    request.below && traceOf(request.below, { traceId, parentSpanId: spanId, atMs: endMs });
  if (below) {
    sent.push(...below.sent);
    endMs = below.endMs;
  }
  const fails =
    error !== undefined ||
    below?.fails === true ||
    (request.calls ?? []).some(call => call.error !== undefined);
  const span = {
    traceId,
    spanId,
    ...(parentSpanId !== undefined && { parentSpanId }),
    name: operation,
    kind: server,
    ...times(atMs, endMs),
    attributes: attributes.map(([key, value]) => text(key, value)),
    ...failure(fails, error, endMs),
  };
  return { sent: [{ service, version, span }, ...sent], endMs, fails };
}

const callSpan = (
  { name, attributes, ms, error }: Call,
  { traceId, parentSpanId, atMs }: Place,
): JsonSpan => ({
  traceId,
  spanId: newId(16),
  ...(parentSpanId !== undefined && { parentSpanId }),
  name,
  kind: client,
  ...times(atMs, atMs + ms),
  attributes: attributes.map(([key, value]) => text(key, value)),
  ...failure(error !== undefined, error, atMs + ms),
});

const times = (fromMs: number, toMs: number) => ({
  startTimeUnixNano: nanos(fromMs),
  endTimeUnixNano: nanos(toMs),
});

/** Whole milliseconds and the rest in nanoseconds. */
const nanos = (ms: number): string => nanosOf(Math.floor(ms), Math.floor((ms % 1) * 1e6));

const failure = (fails: boolean, error: string | undefined, atMs: number) => ({
  ...(fails && { status: { code: 2 } }),
  ...(error !== undefined && {
    events: [
      {
        name: 'exception',
        timeUnixNano: nanos(atMs),
        attributes: [text('exception.type', error), text('exception.message', `${error} happened`)],
      },
    ],
  }),
});
