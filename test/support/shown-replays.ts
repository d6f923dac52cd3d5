import { equal } from 'node:assert/strict';
import type { WholeTidemark } from './cluster.ts';
import { freshSpan, newId } from './otel-send.ts';
import { nanosOf, text } from './otlp.ts';
import type { Reader } from './reader.ts';
import { sendChunk } from './replays.ts';
import { hostileTexts } from './shown-shop.ts';

/** How long nothing happens in it after its first seconds. */
const idleMs = 60_000;

/** Events of a page on which somebody scrolls, goes away, and scrolls again. */
function pageEvents(fromMs: number, traceId: string): readonly (readonly object[])[] {
  const scrolled = (afterMs: number): object => ({
    type: 3,
    data: { source: 3, id: 4, x: 0, y: afterMs / 100 },
    timestamp: fromMs + afterMs,
  });
  const clicked = (afterMs: number): object => ({
    type: 3,
    data: { source: 2, type: 2, id: 5, x: 40, y: 40 },
    timestamp: fromMs + afterMs,
  });
  const custom = (afterMs: number, tag: string, payload: object): object => ({
    type: 5,
    data: { tag, payload },
    timestamp: fromMs + afterMs,
  });
  const element = (id: number, tagName: string, childNodes: readonly object[]): object => ({
    type: 2,
    id,
    tagName,
    attributes: {},
    childNodes,
  });
  const words = { type: 3, id: 6, textContent: `Your order ${hostileTexts.message}` };
  const html = element(2, 'html', [
    element(3, 'head', []),
    element(4, 'body', [element(5, 'h1', [words])]),
  ]);
  return [
    [
      {
        type: 4,
        data: { href: 'https://shop.example/', width: 800, height: 600 },
        timestamp: fromMs,
      },
      {
        type: 2,
        data: { node: { type: 0, id: 1, childNodes: [html] }, initialOffset: { left: 0, top: 0 } },
        timestamp: fromMs + 10,
      },
      ...[500, 1_000, 1_500].map(scrolled),
      ...[1_510, 1_520, 1_530].map(clicked),
      custom(1_540, 'console-log', {
        level: 'error',
        message: `TypeError: ${hostileTexts.message}`,
      }),
      custom(1_550, 'identify', { plan: 'team' }),
    ],
    // The chunk between them never arrives.
    [],
    [
      ...[2_000 + idleMs, 2_500 + idleMs].map(scrolled),
      custom(3_900 + idleMs, 'network-request', {
        method: 'POST',
        url: `https://shop.example/orders?${hostileTexts.message}`,
        status: 503,
        duration: 1_840,
        traceparent: `00-${traceId}-00f067aa0ba902b7-01`,
      }),
      scrolled(4_000 + idleMs),
    ],
  ];
}

/** A session with a chunk that is missing, idle time, and spans that name it, of which one failed. */
export async function sendSession(
  server: WholeTidemark,
  ada: Reader,
  { url = 'https://shop.example/cart?step=2', user = 'user-17', service = 'checkout' } = {},
) {
  const session = newId(32);
  const fromMs = Date.now() - idleMs - 10_000;
  const traceId = newId(32);
  for (const [segment, events] of pageEvents(fromMs, traceId).entries()) {
    if (events.length === 0) continue;
    const headers = {
      'X-Replay-Url': url,
      'X-Replay-User-Id': user,
    };
    const { status, text: answer } = await sendChunk(server.url, ada.key, {
      session,
      segment,
      events,
      headers,
    });
    equal(status, 200, answer);
  }
  const spans = [
    { name: 'POST /orders', startMs: fromMs + 1_200, code: 0 },
    { name: hostileTexts.operation, startMs: fromMs + idleMs + 2_200, code: 2 },
  ] as const;
  await sendSpansOf(ada, session, service, spans, traceId);
  return { session, traceId };
}

type SpanOfSession = { readonly name: string; readonly startMs: number; readonly code: 0 | 2 };

/** Sends spans of 40 ms that name a session; gives the trace that they share. */
export async function sendSpansOf(
  ada: Reader,
  session: string,
  service: string,
  spans: readonly SpanOfSession[],
  traceId = newId(32),
): Promise<string> {
  const sent = spans.map(({ name, startMs, code }) =>
    freshSpan({
      traceId,
      name,
      startTimeUnixNano: nanosOf(startMs),
      endTimeUnixNano: nanosOf(startMs + 40),
      attributes: [text('replay_id', session)],
      status: { code },
    }),
  );
  await ada.sendSpans(sent, { service });
  return traceId;
}

/** The pages of recorded sessions. */
export async function sendShownReplays(
  server: WholeTidemark,
  ada: Reader,
): Promise<readonly string[]> {
  const usual = await sendSession(server, ada);
  const hostile = await sendSession(server, ada, {
    url: `javascript:${'long/'.repeat(300)}${hostileTexts.message}`,
    user: hostileTexts.service,
    service: hostileTexts.service,
  });
  return [
    '/replays',
    '/replays?errors=true&service=checkout',
    '/replays?clicks=rage&error=TypeError&attribute=plan%3Dteam',
    `/replays/${usual.session}`,
    `/replays/${hostile.session}`,
    `/traces/${usual.traceId}`,
  ];
}
