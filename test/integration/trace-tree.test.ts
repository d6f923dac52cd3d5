import { deepEqual, equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import type { ResponseOf } from '../../schemas/http/routes.ts';
import { missingParent, noParent } from '../../services/query-api/core/traces/outline.ts';
import { type ObservedServer, startObservedServer } from '../support/observed-server.ts';
import { newId } from '../support/otel-send.ts';
import { type JsonSpan, nanosOf } from '../support/otlp.ts';
import { holds } from '../support/property.ts';
import { type Reader, readerOf } from '../support/reader.ts';

/** More than one row of an outline that is read. */
const spanCount = 4_500;

describe('a trace as a tree', function () {
  this.timeout(60_000);
  const traceId = newId(32);
  const baseMs = Date.now() - 60_000;
  let server: ObservedServer;
  let ada: Reader;
  let known: ResponseOf<'getTrace'>;

  before(async () => {
    server = await startObservedServer();
    ada = await readerOf(server, 'ada');
    for (const service of ['checkout', 'payments'])
      await ada.sendSpans(drawnSpans(service), { service });
    await server.caughtUp();
    known = (await ada.readTrace(traceId)).body;
  });

  after(() => server?.close());

  const ids = Array.from({ length: spanCount }, () => newId(16));

  /** Each below an earlier one; some below one that nobody sent. Names are long enough to be cut. */
  const drawnSpans = (service: string): JsonSpan[] =>
    ids
      .map((spanId, index): JsonSpan => {
        const parentSpanId = index % 17 === 3 ? newId(16) : ids[Math.floor(index / 3)];
        return {
          traceId,
          spanId,
          name: `step ${index % 7} ${'č'.repeat(index % 300)}`,
          kind: (index % 5) + 1,
          ...(index > 0 && { parentSpanId: parentSpanId ?? '' }),
          startTimeUnixNano: nanosOf(baseMs + index),
          endTimeUnixNano: nanosOf(baseMs + index + (index % 900)),
          attributes: [{ key: 'index', value: { intValue: index } }],
          status: { code: index % 11 === 0 ? 2 : 0 },
        };
      })
      .filter((_, index) => (index % 2 === 0) === (service === 'checkout'));

  const read = async <Body>(path: string): Promise<Body> => {
    const { status, body } = await server.get<Body>(`/v1/traces/${traceId}/${path}`, ada.key);
    equal(status, 200, path);
    return body;
  };

  const shown = (name: string): string => (name.length > 200 ? `${name.slice(0, 200)}…` : name);

  const rowOf = ({ columns, services, names }: ResponseOf<'getTraceOutline'>, place: number) => ({
    id: columns.span_id[place],
    parent: columns.parent[place],
    start: columns.start_ns[place],
    duration: columns.duration_ns[place],
    service: services[columns.service[place] as number],
    name: names[columns.name[place] as number],
    status: columns.status[place],
  });

  it('has an outline with all of its spans by columns', async () => {
    const outline = await read<ResponseOf<'getTraceOutline'>>('outline');
    const { columns } = outline;
    deepEqual(outline.trace, known.trace);
    deepEqual([outline.spans, outline.is_whole, known.spans.length], [spanCount, true, spanCount]);
    const firstNanos = BigInt(known.spans[0]?.start_time_unix_nano ?? '');
    const places = new Map(columns.span_id.map((id, place) => [id, place]));
    for (const [place, span] of known.spans.entries()) {
      const parent = span.parent_span_id;
      const above = places.get(parent ?? '') ?? missingParent;
      deepEqual(rowOf(outline, place), {
        id: span.span_id,
        parent: parent === null ? noParent : above,
        start: Number(BigInt(span.start_time_unix_nano) - firstNanos),
        duration: Number(span.duration_ns),
        service: span.service_name,
        name: shown(span.operation_name),
        status: span.status_code === 'ERROR' ? 2 : 0,
      });
    }
    ok(columns.parent.includes(missingParent));
  });

  it('has each span whole, as the whole trace has it', async () => {
    await holds(
      fc.asyncProperty(fc.constantFrom(...known.spans), async span => {
        const { spans } = await read<ResponseOf<'getTraceSpan'>>(`spans/${span.span_id}`);
        deepEqual(spans, [span]);
      }),
      10,
    );
    for (const path of [`spans/${newId(16)}`, 'spans/nothing'])
      equal(await ada.statusOf(`/v1/traces/${traceId}/${path}`), 404);
  });

  it('has a critical path that covers its root, of its spans', async () => {
    const path = await read<ResponseOf<'getCriticalPath'>>('critical-path');
    const root = known.spans.find(({ parent_span_id: parent }) => parent === null);
    equal(path.root_span_id, root?.span_id);
    equal(path.duration_ns, Number(root?.duration_ns));
    equal(
      path.segments.reduce((sum, segment) => sum + segment.duration_ns, 0),
      path.duration_ns,
    );
    equal(path.is_whole, true);
  });

  it('differs in nothing from itself, and in everything from another trace', async () => {
    const other = newId(32);
    await ada.sendSpans([
      {
        traceId: other,
        spanId: newId(16),
        name: 'alone',
        kind: 2,
        startTimeUnixNano: nanosOf(baseMs - 3_600_000),
        endTimeUnixNano: nanosOf(baseMs),
      },
    ]);
    await server.caughtUp();
    const same = await diff(traceId, traceId);
    ok(same.places.every(({ self_difference_ns: difference }) => difference === 0));
    const one = await diff(other, traceId);
    const [own] = one.places.filter(({ a }) => a.spans > 0);
    equal(own?.operation_name, 'alone');
    equal(own?.self_difference_ns, -3_600e9);
    const selfNanos = one.places.reduce((sum, { b }) => sum + b.self_ns, 0);
    ok(selfNanos > 0);
    equal(one.is_whole, one.places.reduce((sum, { b }) => sum + b.spans, 0) === spanCount);
    for (const [index, { above, depth }] of one.places.entries()) {
      equal(above === null, depth === 0);
      ok(above === null || (above < index && one.places[above]?.depth === depth - 1));
    }
    equal((await ask({ a: other, b: newId(32) })).status, 404);
    equal((await ask({ a: other })).status, 400);
  });

  async function diff(a: string, b: string): Promise<ResponseOf<'diffTraces'>> {
    const { status, body } = await ask({ a, b });
    equal(status, 200);
    return body;
  }

  async function ask(body: object): Promise<{ status: number; body: ResponseOf<'diffTraces'> }> {
    const response = await fetch(`${server.url}/v1/traces/diff`, {
      method: 'POST',
      headers: { 'X-API-Key': ada.key, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as ResponseOf<'diffTraces'> };
  }
});
