import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readDdl } from '../../platform/warehouse/ddl.ts';
import { openEmbeddedWarehouse } from '../../platform/warehouse/embedded.ts';
import { migrate } from '../../platform/warehouse/migrate.ts';
import { monthOf, monthStartMs } from '../../schemas/billing/month.ts';
import { freePlan } from '../../schemas/billing/quota.ts';
import { organizationId } from '../../schemas/ids.ts';
import type { MeteringDependencies } from '../../services/monitor/dependencies.ts';
import { createMeteringPass } from '../../services/monitor/metering-pass.ts';
import { recordedAt } from '../support/given.ts';

// What a look of the monitor costs where thousands of organizations send.
const { values } = parseArgs({
  options: {
    organizations: { type: 'string', default: '5000' },
    requests: { type: 'string', default: '200' },
    near: { type: 'string', default: '20' },
  },
});
const [organizations, requests, near] = [values.organizations, values.requests, values.near].map(
  Number,
) as [number, number, number];
const spansPerRequest = 50;
const tenDaysMs = 10 * 86_400_000;

const month = monthOf(Date.now());
const startMs = monthStartMs(month);
const clock = { nowMs: startMs + tenDaysMs };
const folder = await mkdtemp(join(tmpdir(), 'tidemark-quota-'));
const warehouse = await openEmbeddedWarehouse({ folder: join(folder, 'warehouse') });
await migrate(warehouse, await readDdl());
let committed = 0;
let commands = 0;
let statements = 0;

const idOf = (number: string): string =>
  `toUUID(concat('00000000-0000-4000-8000-', leftPad(toString(1 + ${number}), 12, '0')))`;

/** A request of each organization after the other, received between two instants. */
async function receive(rounds: number, fromMs: number, untilMs: number): Promise<void> {
  const rows = rounds * organizations;
  await warehouse.command(
    `INSERT INTO requests (organization, hash, topic, partition, offset, received_at, spans, bytes, known)
     SELECT ${idOf(`number % ${organizations}`)}, generateUUIDv4(), 'spans', 0, ${committed} + number,
            fromUnixTimestamp64Milli(toInt64(${fromMs} + number * ${(untilMs - fromMs) / rows}), 'UTC'),
            ${spansPerRequest}, 20000, toDateTime(${Math.floor(untilMs / 1000)}, 'UTC')
     FROM numbers(${rows})`,
  );
  committed += rows;
}

/** Different traces of the first organizations. */
const trace = (count: number, of: number): Promise<void> =>
  warehouse.command(
    `INSERT INTO usage (organization, month, trace_id, known)
     SELECT ${idOf(`number % ${of}`)}, toDate('${month}-01'), generateUUIDv4(), now('UTC')
     FROM numbers(${count * of})`,
  );

const dependencies: MeteringDependencies = {
  topicLog: {
    append: async () => {
      commands++;
      return [];
    },
    lag: async (group, topic) => [{ group, topic, partition: 0, committed, end: committed }],
    read: async () => [],
  },
  configuration: { retention: { topicsMs: 7 * 86_400_000 } },
  blobStore: { get: async () => undefined, putIfAbsent: async () => true },
  warehouse: {
    query: (...query) => {
      statements++;
      return warehouse.query(...query);
    },
  },
  projections: {
    barrier: async () => undefined,
    get: (projection, key) =>
      projection.project(
        undefined,
        {
          type: 'SubscriptionStarted',
          data: { organizationId: organizationId(key), ...freePlan },
          id: '',
          version: 1,
          atMs: startMs,
          causationId: '',
          correlationId: '',
          actor: '',
        } as never,
        key,
        { ...recordedAt(0), recordedAtMs: startMs },
      ),
    list: () => [],
  },
  clock: () => clock.nowMs,
  owns: () => true,
};

const look = createMeteringPass(dependencies);
const { signal } = new AbortController();
const timed = async (name: string): Promise<void> => {
  statements = 0;
  const [beganMs, cpu] = [performance.now(), process.cpuUsage()];
  await look(signal);
  const { user, system } = process.cpuUsage(cpu);
  process.stdout.write(
    `${name}: ${(performance.now() - beganMs).toFixed(0)} ms, ${((user + system) / 1000).toFixed(0)} ms of processor time, ${statements} statements\n`,
  );
};

try {
  await receive(requests, startMs, clock.nowMs);
  await trace(200, organizations);
  await timed(`first look, ${committed} requests of ${organizations} organizations`);
  await timed('nothing new');
  for (const round of [1, 2, 3]) {
    clock.nowMs += 2_000;
    await receive(1, clock.nowMs - 2_000, clock.nowMs);
    await timed(`a request of each organization (${round})`);
  }
  await trace(freePlan.traceLimit * 0.78, near);
  clock.nowMs += 2_000;
  await warehouse.command(
    `INSERT INTO requests (organization, hash, topic, partition, offset, received_at, spans, bytes, known)
     SELECT ${idOf('number')}, generateUUIDv4(), 'spans', 0, ${committed} + number,
            fromUnixTimestamp64Milli(toInt64(${clock.nowMs - 1}), 'UTC'), ${freePlan.traceLimit}, 20000, now('UTC')
     FROM numbers(${near})`,
  );
  committed += near;
  await timed(`${near} organizations near their quota, counted exactly`);
  process.stdout.write(`${commands} commands\n`);
} finally {
  await warehouse.close();
  await rm(folder, { recursive: true, force: true });
}
