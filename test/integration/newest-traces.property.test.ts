import { deepEqual, equal, ok } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { OrganizationReads, Warehouse } from '../../platform/warehouse/port.ts';
import { dayMs, hourMs, minuteMs } from '../../schemas/durations.ts';
import type { QueryOf, ResponseOf } from '../../schemas/http/routes.ts';
import type { OrganizationId } from '../../schemas/ids.ts';
import { listTraces } from '../../services/query-api/traces/list/trace-list.ts';
import { openTraceTimes } from '../../services/query-api/traces/trace-times.ts';
import { holds, partOf } from '../support/property.ts';
import { testWarehouse } from '../support/warehouse.ts';

const runs = partOf(12, 2);
const queriesOfEach = 8;
const secondMs = 1_000;
/** A whole hour, so that drawn instants lie on its edges. */
const nowMs = Math.floor(Date.now() / hourMs) * hourMs;
const services = ['cart', 'checkout', 'rare'];

const drawnFragment = fc.record({
  /** After its trace began: mostly soon, some in another hour. */
  laterMs: fc.constantFrom(0, 0, 1, 20, 900, hourMs, 3 * hourMs),
  lengthMs: fc.constantFrom(0, 1, 20, 2 * hourMs),
  service: fc.constantFrom('cart', 'cart', 'cart', 'checkout', 'checkout', 'rare'),
  errors: fc.constantFrom(0, 0, 0, 1),
  isRoot: fc.boolean(),
  /** Minutes before now in which it was learned of; late ones only at the end. */
  knownMinutes: fc.constantFrom(0, 1, 2, 5),
});

/** Many that began in the last minutes, often at the same time, and some of before. */
const drawnTrace = fc.record({
  agoMs: fc.oneof(
    { weight: 10, arbitrary: fc.nat(100).map(seconds => seconds * secondMs) },
    { weight: 3, arbitrary: fc.constantFrom(hourMs, hourMs + 1, 2 * hourMs, 5 * hourMs) },
    { weight: 1, arbitrary: fc.constantFrom(dayMs - 1, dayMs, dayMs + 1, 3 * dayMs) },
  ),
  fragments: fc.array(drawnFragment, { minLength: 1, maxLength: 4 }),
});

/** Most lists have few filters and no range. */
const rarely = <Value>(drawn: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> =>
  fc.oneof({ weight: 5, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: drawn });

const ago = (...agoMs: readonly number[]): fc.Arbitrary<number> =>
  fc.constantFrom(...agoMs).map(ms => nowMs - ms);

const drawnQuery = fc.record({
  service: rarely(fc.constantFrom(...services, 'nobody')),
  root_service: rarely(fc.constantFrom(...services)),
  has_error: rarely(fc.boolean()),
  status: rarely(fc.constantFrom('ok', 'error', 'unset')),
  min_duration: rarely(fc.constantFrom(1, 20, hourMs)),
  max_duration: rarely(fc.constantFrom(0, 20, hourMs)),
  start_time_from: rarely(ago(20 * secondMs, hourMs, 4 * dayMs)),
  start_time_to: rarely(ago(0, 50 * secondMs, 2 * hourMs)),
  as_of: rarely(ago(0, minuteMs, 4 * minuteMs)),
  offset: fc.constantFrom(0, 0, 3, 60),
  limit: fc.constantFrom(1, 5, 40, 100),
});

type Trace = typeof drawnTrace extends fc.Arbitrary<infer Drawn> ? Drawn : never;
type Fragment = Trace['fragments'][number];
type Query = typeof drawnQuery extends fc.Arbitrary<infer Drawn> ? Drawn : never;
type Stored = Fragment & { readonly id: string; readonly startMs: number };

describe('A page of the newest traces', function () {
  this.timeout(120_000);
  let warehouse: Warehouse;

  before(async () => {
    warehouse = await testWarehouse();
  });

  it('is the page that a naive reading of all fragments finds, and so are the pages after it', async () => {
    const counts = { pages: 0, ofAll: 0 };
    await holds(
      fc.asyncProperty(
        fc.array(drawnTrace, { minLength: 1, maxLength: 300, size: 'max' }),
        fc.array(drawnQuery, { minLength: queriesOfEach, maxLength: queriesOfEach }),
        async (drawn, queries) => {
          const stored = drawn.flatMap(storedOf);
          const organization = await store(stored);
          for (const query of queries) await compare(organization, stored, query, counts);
        },
      ),
      runs,
      { endOnFailure: true },
    );
    ok(counts.ofAll > 0 && counts.ofAll < counts.pages, `${counts.ofAll} of ${counts.pages}`);
  });

  async function compare(
    organization: OrganizationId,
    stored: readonly Stored[],
    query: Query,
    counts: { pages: number; ofAll: number },
  ): Promise<void> {
    const expected = naive(stored, query);
    const { offset, limit } = query;
    let cursor: string | null = null;
    let from = offset;
    for (let page = 0; page < 3; page++) {
      const asked: Query & { cursor?: string } =
        cursor === null ? query : { ...query, offset: 0, cursor };
      const { body, isOfAll } = await list(organization, asked);
      counts.pages++;
      if (isOfAll) counts.ofAll++;
      deepEqual(
        body.traces.map(({ id, span_count, error_count }) => ({ id, span_count, error_count })),
        expected.slice(from, from + limit),
        JSON.stringify(asked),
      );
      equal(body.total_count, expected.length, JSON.stringify(asked));
      from += limit;
      equal(body.next_cursor !== null, from < expected.length && body.traces.length > 0);
      cursor = body.next_cursor;
      if (cursor === null) return;
    }
  }

  async function list(organizationId: OrganizationId, query: Query) {
    let isOfAll = false;
    const watched: OrganizationReads = {
      query: (sql, ...rest) => {
        isOfAll ||= sql.includes('count() OVER ()');
        return warehouse.query(sql, ...rest);
      },
    };
    const handler = listTraces({
      warehouse: watched,
      clock: () => nowMs,
      traceTimes: openTraceTimes(),
    });
    const preset = { sort_by: 'start_time', sort_order: 'desc', 'attr.': [] };
    const request = {
      key: { organizationId },
      query: { ...preset, ...query } as QueryOf<'listTraces'>,
      signal: new AbortController().signal,
    };
    const { body } = await handler(request as Parameters<typeof handler>[0]);
    return { body: body as ResponseOf<'listTraces'>, isOfAll };
  }

  async function store(stored: readonly Stored[]): Promise<OrganizationId> {
    const organization = randomUUID() as OrganizationId;
    const rows = stored.map((one, index) => valuesOf(organization, one, index));
    await warehouse.command(`INSERT INTO traces VALUES ${rows.join(', ')}`);
    return organization;
  }
});

const storedOf = ({ agoMs, fragments }: Trace): Stored[] => {
  const id = randomUUID();
  return fragments.map(one => ({ ...one, id, startMs: nowMs - agoMs + one.laterMs }));
};

const endMs = ({ startMs, lengthMs }: Stored): number => startMs + lengthMs;

function valuesOf(organization: string, one: Stored, index: number): string {
  const time = (ms: number): string => `fromUnixTimestamp64Milli(${ms}, 'UTC')`;
  const seconds = (ms: number): string => `toDateTime(${Math.floor(ms / 1000)}, 'UTC')`;
  const hour = Math.floor(endMs(one) / hourMs) * hourMs;
  return `(toUUID('${organization}'), ${seconds(hour)}, toUUID('${one.id}'), ${time(one.startMs)},
    ${time(endMs(one))}, 1, ${one.errors}, '${one.isRoot ? one.service : ''}', '', 0,
    ['${one.service}'], ${seconds(nowMs - one.knownMinutes * minuteMs)}, 'batch-${index}')`;
}

/** The traces that pass, in the order of the list. */
function naive(stored: readonly Stored[], query: Query) {
  const { as_of: asOfMs } = query;
  const traces = new Map<string, Stored[]>();
  for (const one of stored)
    if (asOfMs === undefined || nowMs - one.knownMinutes * minuteMs < asOfMs)
      traces.set(one.id, [...(traces.get(one.id) ?? []), one]);
  const all = [...traces].map(([id, fragments]) => ({
    id: id.replaceAll('-', ''),
    first: Math.min(...fragments.map(({ startMs }) => startMs)),
    last: Math.max(...fragments.map(endMs)),
    span_count: fragments.length,
    error_count: fragments.reduce((sum, { errors }) => sum + errors, 0),
    services: fragments.map(({ service }) => service),
    root: fragments
      .map(({ isRoot, service }) => (isRoot ? service : ''))
      .sort()
      .at(-1),
  }));
  const newest = Math.max(...all.map(({ first }) => first));
  const isRanged = query.start_time_from !== undefined || query.start_time_to !== undefined;
  const from = query.start_time_from ?? (isRanged ? 0 : newest - dayMs);
  const { start_time_to: to = Number.POSITIVE_INFINITY } = query;
  const { min_duration: min = 0, max_duration: max = Number.POSITIVE_INFINITY } = query;
  return all
    .filter(
      trace =>
        (query.service === undefined ||
          trace.services.some(service => service === query.service)) &&
        (query.root_service === undefined || trace.root === query.root_service) &&
        (query.has_error === undefined || trace.error_count > 0 === query.has_error) &&
        (query.status === undefined ||
          query.status === (trace.error_count > 0 ? 'error' : 'unset')) &&
        trace.last - trace.first >= min &&
        trace.last - trace.first <= max &&
        trace.first >= from &&
        trace.first < to,
    )
    .sort((left, right) => right.first - left.first || (left.id < right.id ? -1 : 1))
    .map(({ id, span_count, error_count }) => ({ id, span_count, error_count }));
}
