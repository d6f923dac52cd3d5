import { deepEqual } from 'node:assert/strict';
import { randomUuid } from '../../platform/uuid.ts';
import { topics } from '../../schemas/topics.ts';
import { limits } from '../../services/processor/config.ts';
import { newId } from '../support/otel-send.ts';
import { body, type JsonSpan, nanosOf, span, text, traces } from '../support/otlp.ts';
import { openProcessing, spansRecord } from '../support/processing.ts';

type Processing = Awaited<ReturnType<typeof openProcessing>>;

const [serverKind, clientKind] = [2, 3];

describe('edges of the service map', function () {
  this.timeout(120_000);
  let processing: Processing;
  let organization = '';
  const nowMs = Date.now();

  before(async () => {
    processing = await openProcessing();
    await processing.start();
  });
  beforeEach(() => {
    organization = randomUuid();
  });
  after(() => processing.close());

  const send = async (
    service: string,
    spans: readonly JsonSpan[],
    receivedAtMs = nowMs,
  ): Promise<void> => {
    const bytes = body(traces(spans, service), 'protobuf');
    const fields = { receivedAtMs, spans: spans.length };
    await processing.topicLog.append(topics.spans, [spansRecord(organization, bytes, fields)]);
    await processing.caughtUp();
  };
  const again = async (): Promise<void> => {
    await processing.stop();
    await processing.start();
  };
  const end = (kind: number, more: Partial<JsonSpan> = {}, endMs = nowMs): JsonSpan =>
    span({
      traceId: newId(32),
      spanId: newId(16),
      parentSpanId: newId(16),
      kind,
      startTimeUnixNano: nanosOf(endMs - 20),
      endTimeUnixNano: nanosOf(endMs),
      ...more,
    });
  const calleeOf = ({ traceId, spanId }: JsonSpan, endMs = nowMs): JsonSpan =>
    end(serverKind, { traceId, parentSpanId: spanId }, endMs);
  const edges = async (table = 'edges') => {
    const rows = await processing.warehouse.query<{ edge: string; n: string }>(
      `SELECT concat(caller, ' > ', callee_type, ' ', callee) AS edge, toString(sum(${table}.n)) AS n,
              sumMap(hist) AS bars
       FROM ${table} WHERE organization = {organization:UUID}
       GROUP BY edge HAVING sum(${table}.n) != 0 OR arrayExists(count -> count != 0, mapValues(bars)) ORDER BY edge`,
      { organization },
    );
    return rows.map(({ edge, n }) => `${edge} ${n}`);
  };
  const named = (...[key, value]: [string, string]) => ({ attributes: [text(key, value)] });

  it('join ends of which a process that has just begun finds the earlier one in the warehouse', async () => {
    const first = end(clientKind, named('server.address', 'pay.internal'));
    const second = end(clientKind, {
      attributes: [text('peer.service', 'p'.repeat(300)), text('db.name', 'unused')],
    });
    await send('shop', [first]);
    await send('pay', [calleeOf(second)]);
    deepEqual(await edges(), [' > service pay 1', 'shop > external pay.internal 1']);
    await again();
    await send('pay', [calleeOf(first)]);
    await send('shop', [second]);
    deepEqual(await edges(), ['shop > service pay 2']);
    deepEqual(await edges('edges_1h'), await edges());
    // What its caller named was taken back once, and is not again.
    await again();
    await send('stock', [calleeOf(first), calleeOf(second)]);
    deepEqual(await edges(), ['shop > service pay 2', 'shop > service stock 2']);
  });

  it('know of a stored caller what the decoder knew of it', async () => {
    const callers = [
      [
        text('server.address', ''),
        text('server.address', 'second'),
        text('server.address', 'third'),
      ],
      [text('net.peer.name', '🙂'.repeat(150))],
      [text('messaging.system', 'kafka'), text('messaging.destination', 'paid')],
      [{ key: 'server.address', value: { intValue: 7 } }, text('net.peer.name', 'old')],
      [],
    ].map(attributes => end(clientKind, { attributes }));
    await send('shop', callers);
    await again();
    await send(
      'pay',
      callers.map(caller => calleeOf(caller)),
    );
    deepEqual(await edges(), ['shop > queue kafka:paid 1', 'shop > service pay 5']);
  });

  it('take ends that are too far apart for no call', async () => {
    const { callWithinMs: within } = limits;
    const [near, far, late] = [end(clientKind), end(clientKind), end(clientKind)];
    await send('shop', [near, far, late]);
    await send('pay', [calleeOf(near, nowMs - within), calleeOf(far, nowMs - within - 1_000)]);
    await again();
    await send('pay', [calleeOf(late)], nowMs + within + 1);
    deepEqual(await edges(), [' > service pay 2', 'shop >   2', 'shop > service pay 1']);
  });

  it('are those of the fold in a thread too, and of spans that are not sent again', async () => {
    const caller = end(clientKind, named('server.address', 'pay.internal'));
    const filler = named('filler', 'x'.repeat(limits.foldedAtOnceBytesMax));
    await send('shop', [caller, end(1, filler)]);
    await send('shop', [caller]);
    await send('pay', [calleeOf(caller), end(1, filler)]);
    deepEqual(await edges(), ['shop > service pay 1']);
  });

  it('are others past their number, of hosts without taking the room of services', async () => {
    const { edgesMax } = limits;
    const hosts = (count: number, from = 0): JsonSpan[] =>
      Array.from({ length: count }, (_, index) =>
        end(clientKind, named('server.address', `host-${from + index}`)),
      );
    await send('shop', hosts(edgesMax));
    const over = hosts(3, edgesMax);
    await send('shop', over);
    const caller = end(clientKind);
    await send('shop', [caller]);
    await send('pay', [calleeOf(caller)]);
    const others = async () => (await edges()).filter(edge => !edge.includes('host-'));
    deepEqual(await others(), ['(other) > external (other) 3', 'shop > service pay 1']);
    // What is taken back has the name under which it was counted, also for a process that has just begun.
    await again();
    await send(
      'pay',
      over.slice(1).map(each => calleeOf(each)),
    );
    deepEqual(await others(), ['(other) > external (other) 1', 'shop > service pay 3']);
    deepEqual(await edges('edges_1h'), await edges());
  });
});
