import { deepEqual, equal, notEqual, ok } from 'node:assert/strict';
import fc from 'fast-check';
import { onBothEngines } from '../support/both-engines.ts';
import { type CheckedReader, checkedReader } from '../support/checked-reader.ts';
import type { WholeTidemark } from '../support/cluster.ts';
import { type EventReader, openEventReader } from '../support/event-reader.ts';
import { freshSpan, newId } from '../support/otel-send.ts';
import type { JsonSpan } from '../support/otlp.ts';
import { holds } from '../support/property.ts';
import { until } from '../support/until.ts';

const runs = 6;
const streamsPerOrganization = 10;
/** What happens to a stream: its client goes away before some traces come, and is back after. */
const step = fc.record({
  traces: fc.integer({ min: 1, max: 4 }),
  goes: fc.boolean(),
  settles: fc.boolean(),
});
const first = { traces: 1, goes: false, settles: false };
const failed = { status: { code: 2, message: 'no' } };

onBothEngines('GET /v1/traces/stream', function (start) {
  this.timeout(120_000);
  let server: WholeTidemark;
  let ada: CheckedReader;
  let mallory: CheckedReader;
  const open: EventReader[] = [];

  before(async function () {
    server = await start(this);
    ada = await checkedReader(server, 'ada');
    mallory = await checkedReader(server, 'mallory');
  });

  afterEach(async () => {
    for (const reader of open.splice(0)) await reader.close();
  });

  after(() => server?.close());

  const follow = async (
    { key }: CheckedReader,
    options: { query?: string; lastEventId?: string | undefined } = {},
  ): Promise<EventReader> => {
    const reader = await openEventReader(server.url, key, options);
    open.push(reader);
    return reader;
  };

  const trace = (fields: Partial<JsonSpan> = {}): JsonSpan & { readonly traceId: string } => {
    const traceId = newId(32);
    return { ...freshSpan({ ...fields, traceId }), traceId };
  };

  /** Waits for the last of some traces and gives all that were told until then. */
  const told = async (reader: EventReader, last: string): Promise<string[]> => {
    await until(`trace ${last}`, () => reader.ids().includes(last));
    return reader.ids();
  };

  it('begins as the clients expect', async () => {
    const { headers, comments } = await follow(ada);
    equal(headers.get('Content-Type'), 'text/event-stream; charset=utf-8');
    equal(headers.get('X-Accel-Buffering'), 'no');
    equal(headers.get('Cache-Control'), 'no-store');
    deepEqual(comments, [': connected']);
    equal(await ada.statusOf('/v1/traces/stream?errors=perhaps'), 400);
    equal(await ada.statusOf('/v1/traces/stream?min_duration=5'), 400);
    equal((await fetch(`${server.url}/v1/traces/stream`)).status, 401);
  });

  it('tells of a trace what the list of traces says of it, and nobody else', async () => {
    const [mine, theirs] = [await follow(ada), await follow(mallory)];
    const [first, second] = [trace({ name: 'GET /čart' }), trace(failed)];
    const child = freshSpan({ traceId: second.traceId, parentSpanId: second.spanId });
    await ada.sendSpans([first], { service: 'shop/a b' });
    await ada.sendSpans([second, child]);
    const last = trace();
    await mallory.sendSpans([last]);
    await until('both traces', () => mine.ids().length === 2);
    const { traces } = (await ada.traces()).body;
    for (const summary of mine.traces()) {
      deepEqual(
        summary,
        traces.find(({ id }) => id === summary.id),
      );
    }
    deepEqual(new Set(mine.ids()), new Set([first.traceId, second.traceId]));
    deepEqual(await told(theirs, last.traceId), [last.traceId]);
  });

  it('waits for the root, and tells of each trace once', async () => {
    const reader = await follow(ada);
    const root = trace();
    const child = () => freshSpan({ traceId: root.traceId, parentSpanId: root.spanId });
    const last = trace();
    await ada.sendSpans([child()]);
    await server.caughtUp();
    await ada.sendSpans([root]);
    deepEqual(await told(reader, root.traceId), [root.traceId]);
    equal(reader.traces()[0]?.span_count, 2);
    await ada.sendSpans([child(), { ...root, spanId: newId(16) }]);
    await server.caughtUp();
    await ada.sendSpans([last]);
    deepEqual(await told(reader, last.traceId), [root.traceId, last.traceId]);
  });

  it('keeps to a service, and to errors, those too that come after the root', async () => {
    const [all, ofService, ofErrors] = [
      await follow(ada),
      await follow(ada, { query: `?service=${encodeURIComponent('shop/a b')}` }),
      await follow(ada, { query: '?errors=true' }),
    ];
    const [other, bad, late] = [trace(), trace(failed), trace()];
    await ada.sendSpans([other, late]);
    await told(all, late.traceId);
    await ada.sendSpans([bad], { service: 'shop/a b' });
    // Behind the late one in the log: whoever tells of it has looked at that.
    await told(ofService, bad.traceId);
    deepEqual(await told(ofErrors, bad.traceId), [bad.traceId]);
    const error = freshSpan({ ...failed, traceId: late.traceId, parentSpanId: late.spanId });
    await ada.sendSpans([error], { service: 'shop/a b' });
    deepEqual(await told(ofErrors, late.traceId), [bad.traceId, late.traceId]);
    const last = trace(failed);
    await ada.sendSpans([last], { service: 'shop/a b' });
    deepEqual(await told(ofErrors, last.traceId), [bad.traceId, late.traceId, last.traceId]);
    // A service that takes part later does not make the trace arrive again.
    deepEqual(await told(ofService, last.traceId), [bad.traceId, last.traceId]);
  });

  const sendTraces = async (sender: CheckedReader, count: number): Promise<string[]> => {
    const spans = Array.from({ length: count }, () => trace());
    await sender.sendSpans(spans);
    return spans.map(({ traceId }) => traceId);
  };

  it('goes on after the event that a client names, without a gap or a repeat', async () => {
    const grace = await checkedReader(server, 'grace');
    await holds(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 5 }), async steps => {
        const sent: string[] = [];
        const heard: string[] = [];
        let reader = await follow(grace);
        let lastEventId: string | undefined;
        const isHeard = (): boolean => heard.length + reader.ids().length > 0;
        const leave = async (): Promise<void> => {
          heard.push(...reader.ids());
          lastEventId = reader.events.findLast(({ event }) => event === 'trace')?.id ?? lastEventId;
          await reader.close();
        };
        for (const { traces, goes, settles } of steps) {
          if (goes && sent.length > 0) {
            await until('a first trace', isHeard);
            await leave();
            await sendAll(traces, settles);
            reader = await follow(grace, { lastEventId });
          } else await sendAll(traces, false);
        }
        await until('every trace', () => heard.length + reader.ids().length >= sent.length);
        deepEqual([...heard, ...reader.ids()].sort(), sent.sort());
        await reader.close();

        async function sendAll(count: number, areSettled: boolean): Promise<void> {
          sent.push(...(await sendTraces(grace, count)));
          // Else they may be told of only after it is back.
          if (areSettled) await server.caughtUp();
        }
      }),
      runs,
      { examples: [[[first, { traces: 2, goes: true, settles: true }]]] },
    );
  });

  it('begins now for a client that names an event which never was', async () => {
    for (const lastEventId of ['', 'x', '-1-0', '999999999-0', '1', '0-0-0']) {
      const reader = await follow(mallory, { lastEventId });
      const one = trace();
      await mallory.sendSpans([one]);
      deepEqual(await told(reader, one.traceId), [one.traceId], lastEventId);
      await reader.close();
    }
  });

  it('is had ten times at once by an organization, and again when one was left', async () => {
    const readers: EventReader[] = [];
    for (let number = 0; number < streamsPerOrganization; number++) {
      readers.push(await follow(mallory));
    }
    const refused = await fetch(`${server.url}/v1/traces/stream`, {
      headers: { 'X-API-Key': mallory.key },
    });
    equal(refused.status, 429);
    notEqual(refused.headers.get('Retry-After'), null);
    ok((await refused.text()).includes('10 streams'));
    await follow(ada);
    await readers[0]?.close();
    await until('a place to be free', async () => {
      const again = await fetch(`${server.url}/v1/traces/stream`, {
        headers: { 'X-API-Key': mallory.key },
      });
      await again.body?.cancel();
      return again.status === 200;
    });
  });
});
