import { newId } from './otel-send.ts';
import { type JsonSpan, nanosOf } from './otlp.ts';
import type { Reader } from './reader.ts';

/** Texts that a page must show and never obey. */
export const hostileTexts = {
  service: '<img src=x onerror="document.title=1">',
  operation: `GET /${'long/'.repeat(400)}‮evil`,
  message: '<script>document.title="taken"</script>',
  link: 'javascript:alert(1)',
} as const;

const text = (key: string, stringValue: string) => ({ key, value: { stringValue } });

type Drawn = {
  readonly agoMs: number;
  readonly ms: number;
  readonly isError?: boolean;
  readonly region?: string;
};

/** A request of a shop that charges a card, which may fail there. */
function requestOf(nowMs: number, { agoMs, ms, isError = false, region = 'eu' }: Drawn) {
  const traceId = newId(32);
  const [root, call, charge] = [newId(16), newId(16), newId(16)];
  const startMs = nowMs - agoMs;
  const status = isError ? { code: 2, message: 'card refused' } : { code: 0 };
  const spanOf = (fields: Partial<JsonSpan>, fromMs: number, lengthMs: number): JsonSpan => ({
    traceId,
    spanId: root,
    name: 'POST /orders',
    startTimeUnixNano: nanosOf(startMs + fromMs),
    endTimeUnixNano: nanosOf(startMs + fromMs + lengthMs),
    attributes: [text('cloud.region', region)],
    status,
    ...fields,
  });
  const exception = {
    name: 'exception',
    timeUnixNano: nanosOf(startMs + 2),
    attributes: [
      text('exception.type', 'CardError'),
      text('exception.message', hostileTexts.message),
      text('exception.stacktrace', `CardError: ${hostileTexts.message}\n  at pay (pay.js:1:1)`),
    ],
  };
  return {
    traceId,
    checkout: [
      spanOf({ kind: 2 }, 0, ms),
      spanOf(
        {
          spanId: call,
          parentSpanId: root,
          name: 'POST payments',
          kind: 3,
          attributes: [text('server.address', 'payments'), text('link', hostileTexts.link)],
        },
        1,
        ms - 2,
      ),
    ],
    payments: [
      spanOf(
        {
          spanId: charge,
          parentSpanId: call,
          name: 'POST /charges',
          kind: 2,
          events: isError ? [exception] : [],
        },
        2,
        ms - 4,
      ),
    ],
  };
}

/** A shop with slow requests in one region, some that fail, and one that is called and named to do harm. */
export async function sendShop(ada: Reader, nowMs = Date.now()) {
  const requests = Array.from({ length: 60 }, (_, index) =>
    requestOf(nowMs, {
      agoMs: 60_000 + index * 5_000,
      ms: index % 6 === 0 ? 900 : 20 + index,
      isError: index % 10 === 3,
      region: index % 6 === 0 ? 'us' : 'eu',
    }),
  );
  await ada.sendSpans(requests.flatMap(({ checkout }) => checkout));
  await ada.sendSpans(
    requests.flatMap(({ payments }) => payments),
    { service: 'payments' },
  );
  const odd: JsonSpan = {
    traceId: newId(32),
    spanId: newId(16),
    name: hostileTexts.operation,
    kind: 2,
    startTimeUnixNano: nanosOf(nowMs - 90_000),
    endTimeUnixNano: nanosOf(nowMs - 89_900),
    attributes: [text('link', hostileTexts.link), text('long', 'x'.repeat(10_000))],
    status: { code: 2, message: hostileTexts.message },
  };
  for (const service of [hostileTexts.service, '..', 'a/b', '%2F'])
    await ada.sendSpans([{ ...odd, traceId: newId(32), spanId: newId(16) }], { service });
  await ada.sendSpans([{ ...odd, parentSpanId: odd.spanId }], { service: hostileTexts.service });
  const [failed, slow] = [requests[3], requests[6]];
  return {
    failedTrace: failed?.traceId ?? '',
    slowTrace: slow?.traceId ?? '',
    oddTrace: odd.traceId,
  };
}
