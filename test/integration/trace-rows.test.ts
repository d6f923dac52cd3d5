import { deepEqual, equal } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { Warehouse } from '../../platform/warehouse/port.ts';
import type { OrganizationId } from '../../schemas/ids.ts';
import { limits } from '../../services/query-api/config.ts';
import { selectTraces, type TraceRow } from '../../services/query-api/traces/trace-rows.ts';
import { readTrace } from '../../services/query-api/traces/trace-summaries.ts';
import { holds, seed } from '../support/property.ts';
import { testWarehouse } from '../support/warehouse.ts';

const runs = 40;
const trace = '0af7651916cd43dd8448eb211c80319c';
/** UTF-16 has the last two the other way round than their bytes, as which ClickHouse compares. */
const names = ['', 'Z', 'a', 'aa', '\uff5e', '🛒'];

const drawnFragment = fc.record({
  startNanos: fc.bigInt(0n, 2_000_000_000_000_000_000n),
  lengthNanos: fc.bigInt(0n, 90_000_000_000n),
  spans: fc.integer({ min: 1, max: 1_000 }),
  errors: fc.nat(3),
  rootService: fc.constantFrom(...names),
  rootName: fc.constantFrom(...names),
  rootStatus: fc.nat(2),
  services: fc.uniqueArray(fc.constantFrom(...names), { minLength: 1 }),
});

type Drawn = typeof drawnFragment extends fc.Arbitrary<infer Value> ? Value : never;

describe('A trace of several fragments', function () {
  this.timeout(60_000);
  let warehouse: Warehouse;

  before(async () => {
    warehouse = await testWarehouse();
  });

  it('is put together as the warehouse puts it together', async () => {
    await holds(
      fc.asyncProperty(fc.array(drawnFragment, { minLength: 1, maxLength: 6 }), async drawn => {
        const { here, there } = await readBoth(drawn);
        deepEqual(here, there);
      }),
      runs,
    );
  });

  it('has all of them, however many', async () => {
    const [one] = fc.sample(drawnFragment, { seed, numRuns: 1 });
    const many = 2 * limits.traceFragmentsMax;
    const { here } = await readBoth(Array.from({ length: many }, () => one as Drawn));
    equal(here?.spans, String(many * (one?.spans ?? 0)));
  });

  async function readBoth(drawn: readonly Drawn[]) {
    const organization = randomUUID() as OrganizationId;
    await warehouse.command(
      `INSERT INTO traces VALUES ${drawn.map((one, index) => valuesOf(organization, one, index)).join(', ')}`,
    );
    const reading = { warehouse, signal: new AbortController().signal };
    const [there] = await warehouse.query<TraceRow>(selectTraces(''), { organization });
    return { here: await readTrace(organization, trace, reading), there };
  }
});

const valuesOf = (organization: string, one: Drawn, index: number): string => {
  const { startNanos: start, lengthNanos: length } = one;
  const services = one.services.map(name => `'${name}'`).join(', ');
  return `(toUUID('${organization}'), now(), toUUID('${trace}'), fromUnixTimestamp64Nano(${start}),
    fromUnixTimestamp64Nano(${start + length}), ${one.spans}, ${one.errors}, '${one.rootService}',
    '${one.rootName}', ${one.rootStatus}, [${services}], now(), 'batch-${index}')`;
};
