import { equal, ok } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { uuidBytes } from '../../platform/columns/uuid.ts';
import type { OrganizationReads, Warehouse } from '../../platform/warehouse/port.ts';
import { dayMs } from '../../schemas/durations.ts';
import type { OrganizationId } from '../../schemas/ids.ts';
import { limits } from '../../services/query-api/config.ts';
import { openResources } from '../../services/query-api/traces/resources.ts';
import { getTrace } from '../../services/query-api/traces/trace.ts';
import { openTraceTimes, type TraceTimes } from '../../services/query-api/traces/trace-times.ts';
import { body, type JsonSpan, nanosOf, traces } from '../support/otlp.ts';
import { validSpan } from '../support/otlp-arbitraries.ts';
import { decoded, recordContext } from '../support/otlp-rows.ts';
import { holds } from '../support/property.ts';
import { testWarehouse } from '../support/warehouse.ts';

const runs = 40;
const id = '0af7651916cd43dd8448eb211c80319c';

/** Seconds ago at which a span ended, on both sides of what is recent. */
const ages = fc.constantFrom(0, 1, 299, 301, limits.traceRecentSeconds - 1, 700, 4_000);
const drawn = fc.record({
  spans: fc.array(fc.tuple(validSpan, ages), { minLength: 1, maxLength: 6 }),
  /** What the fragment counts more or less than there is. */
  error: fc.constantFrom(0, 0, 0, 1, -1),
});

describe('a trace whose spans are read before its times are known', function () {
  this.timeout(60_000);
  let warehouse: Warehouse;

  before(async () => {
    warehouse = await testWarehouse();
  });

  it('is byte by byte what one statement after the other finds', async () => {
    let atOnce = 0;
    await holds(
      fc.asyncProperty(drawn, async ({ spans, error }) => {
        const nowMs = Date.now();
        const organization = await store(spans, error, nowMs);
        const recent = counted(warehouse);
        const found = await answer(organization, recent, nowMs);
        // A day later nothing is recent.
        const later = counted(warehouse);
        ok(found.equals(await answer(organization, later, nowMs + dayMs)));
        equal(later.spanReads(), 2);
        if (recent.spanReads() === 1) atOnce++;
      }),
      runs,
    );
    ok(atOnce > 0 && atOnce < runs, `${atOnce} of ${runs} at once`);
  });

  it('is read again when spans were written in between', async () => {
    const [span] = fc.sample(validSpan, 1);
    const nowMs = Date.now();
    const organization = await store([[span as JsonSpan, 1]], 0, nowMs);
    let reads = 0;
    const early: OrganizationReads = {
      query: async (sql, ...rest) =>
        sql.includes('FROM spans') && reads++ === 0 ? [] : warehouse.query(sql, ...rest),
    };
    const found = await answer(organization, early, nowMs);
    ok(found.equals(await answer(organization, warehouse, nowMs)));
    equal(reads, 2);
  });

  it('is not taken for whole by the number of its spans', async () => {
    const [span] = fc.sample(validSpan, 1);
    const nowMs = Date.now();
    const spans = [1, 4_000].map(age => [span as JsonSpan, age] as const);
    const organization = await store(spans, -1, nowMs);
    const found = await answer(organization, warehouse, nowMs);
    equal(JSON.parse(found.toString()).spans.length, 2);
  });

  it('is read again when the first read failed', async () => {
    const [span] = fc.sample(validSpan, 1);
    const nowMs = Date.now();
    const organization = await store([[span as JsonSpan, 1]], 0, nowMs);
    let reads = 0;
    const failing: OrganizationReads = {
      query: async (sql, ...rest) => {
        if (sql.includes('FROM spans') && reads++ === 0) throw new Error('away');
        return warehouse.query(sql, ...rest);
      },
    };
    ok((await answer(organization, failing, nowMs)).length > 0);
  });

  it('is read once again where it was shown, however old it is, and whole where more of it has come', async () => {
    const [span] = fc.sample(validSpan, 1);
    const nowMs = Date.now();
    const traceTimes = openTraceTimes();
    const organization = await store([[span as JsonSpan, 4_000]], 0, nowMs);
    const found = await answer(organization, warehouse, nowMs, traceTimes);
    const again = counted(warehouse);
    ok(found.equals(await answer(organization, again, nowMs, traceTimes)));
    equal(again.spanReads(), 1);
    await store([[span as JsonSpan, 1]], 0, nowMs, organization);
    const grown = await answer(organization, warehouse, nowMs, traceTimes);
    equal(JSON.parse(grown.toString()).spans.length, 2);
  });

  async function store(
    spans: readonly (readonly [JsonSpan, number])[],
    error: number,
    nowMs: number,
    organization = randomUUID() as OrganizationId,
  ): Promise<OrganizationId> {
    const sent = spans.map(([span, age], index) => {
      const nanos = nanosOf(nowMs - age * 1_000);
      const spanId = (index + 1).toString(16).padStart(16, '0');
      return { ...span, traceId: id, spanId, startTimeUnixNano: nanos, endTimeUnixNano: nanos };
    });
    const batch = decoded(body(traces(sent), 'protobuf'), 'protobuf', {
      ...recordContext,
      receivedAtMs: nowMs,
      organization: uuidBytes(organization),
    });
    const columns = batch.columns({ knownSeconds: Math.floor(nowMs / 1000) });
    await warehouse.insertColumns('spans', sent.length, columns);
    const endsNanos = sent.map(({ endTimeUnixNano }) => endTimeUnixNano).sort();
    await warehouse.command(
      `INSERT INTO traces VALUES (toUUID('${organization}'), now(), toUUID('${id}'),
        fromUnixTimestamp64Nano(${endsNanos.at(0)}), fromUnixTimestamp64Nano(${endsNanos.at(-1)}),
        ${Math.max(1, sent.length + error)}, 0, 'checkout', 'GET /cart', 0, ['checkout'], now(), 'batch')`,
    );
    return organization;
  }
});

function counted(warehouse: Warehouse) {
  let reads = 0;
  const query: OrganizationReads['query'] = (sql, ...rest) => {
    if (sql.includes('FROM spans')) reads++;
    return warehouse.query(sql, ...rest);
  };
  return { query, spanReads: () => reads };
}

async function answer(
  organizationId: OrganizationId,
  warehouse: OrganizationReads,
  nowMs: number,
  traceTimes: TraceTimes = openTraceTimes(),
): Promise<Buffer> {
  const handler = getTrace({
    warehouse,
    traceTimes,
    readResources: openResources(),
    clock: () => nowMs,
    symbolicate: async () => [],
  });
  const request = {
    key: { organizationId },
    params: { id },
    query: {},
    signal: new AbortController().signal,
  };
  const { body: found } = await handler(request as Parameters<typeof handler>[0]);
  if (!Buffer.isBuffer(found)) throw new Error('expected the bytes of an answer');
  return found;
}
