import { deepEqual, equal, notEqual } from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { openLmdbTopicLog } from '../../platform/topic-log/lmdb.ts';
import { consumers, topics } from '../../schemas/topics.ts';
import { batchName } from '../../services/processor/core/range.ts';
import { type BatchTable, batchTableNames } from '../../services/processor/core/tables.ts';
import { type Bench, openBench, startReady, warmUp } from '../crash/bench.ts';
import { caughtUp } from '../crash/caught-up.ts';
import { lastPart, makeGhost, probe } from '../crash/ghost.ts';
import type { Sender } from '../crash/load.ts';
import type { CrashPoint } from '../crash/point.ts';
import { daysOfPoints, pointsIn, sendPoints } from '../crash/points.ts';
import { checkExpectedState } from '../support/expected-state-check.ts';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.ts';
import type { TrafficKind } from '../support/traffic.ts';

/** One request, and the insert of its batch at which the server dies. */
type Scenario = {
  readonly title: string;
  readonly table: BatchTable;
  readonly moment: CrashPoint['moment'];
  /** Blocks of the table, one a table partition, that are inserted before. */
  readonly blocksBefore: number;
  readonly spans: number;
  readonly kind: TrafficKind;
  readonly isGhost: boolean;
};

/** A request with spans reaches all tables but that of samples. */
const tablesOfSpans = batchTableNames.filter(table => table !== 'samples');

const scenarios: readonly Scenario[] = [
  ...tablesOfSpans.map(
    (table): Scenario => ({
      title: `writes the rows of ${table} again whose token outlived them`,
      table,
      moment: 'after',
      blocksBefore: 0,
      spans: 20,
      kind: 'fresh',
      isGhost: true,
    }),
  ),
  ...(['spans', 'windows', 'traces', 'metric_points'] as const).map(
    (table): Scenario => ({
      title: `finds the one day of six of ${table} whose token outlived its rows`,
      table,
      moment: 'after',
      blocksBefore: 2,
      spans: 150,
      kind: 'days',
      isGhost: true,
    }),
  ),
  {
    title: 'goes on in the middle of the days of a batch that reaches six days back',
    table: 'spans',
    moment: 'during',
    blocksBefore: 3,
    spans: 150,
    kind: 'days',
    isGhost: false,
  },
];

/** Each test starts servers in processes of their own. */
const testMsMax = 120_000;

describe('recovery of a batch', function () {
  this.timeout(testMsMax);
  let folder: TemporaryFolder;
  let bench: Bench;
  let sender: Sender;
  /** Of another organization, so that spans are counted apart. */
  let pointSender: Sender;
  let server: Awaited<ReturnType<typeof startReady>>;

  /** A server that will die in the given scenario; the next one is the judge of it. */
  const start = async (scenario: Scenario | undefined): Promise<void> => {
    server = await startReady(bench, scenario && { point: pointOf(scenario) });
  };

  before(async () => {
    folder = await temporaryFolder();
    bench = await openBench(folder.path, 7, 1_000);
    const [first, second] = await warmUp(bench, 2, 'SIGTERM');
    if (first === undefined || second === undefined) throw new Error('expected two senders');
    sender = first;
    pointSender = second;
    await start(scenarios[0]);
  });

  after(async () => {
    server.child.kill('SIGTERM');
    await server.child.ended;
    await bench.close();
    await folder.remove();
  });

  async function faults(): Promise<readonly string[]> {
    await bench.load.sendAgain(server.url);
    await caughtUp(server.adminSocket);
    const sent = { ...bench.oracle.sent(), others: [pointSender.organization] };
    return (await checkExpectedState(sent, server.child.ask)).faults;
  }

  /** Sent again, as a client does that had no answer, they are there once as well. */
  async function checkPoints(points: Buffer): Promise<void> {
    await sendPoints(server.url, pointSender, points);
    await caughtUp(server.adminSocket);
    deepEqual(await pointsIn(server.child.ask, pointSender, points), { missing: 0, surplus: 0 });
  }

  /** Answers the body when it holds points. */
  async function send({ table, spans, kind }: Scenario): Promise<Buffer | undefined> {
    if (table !== 'metric_points') {
      await bench.load.sendOne(server.url, sender, spans, kind);
      return undefined;
    }
    const points = daysOfPoints(spans, kind === 'days' ? 6 : 1);
    await sendPoints(server.url, pointSender, points);
    return points;
  }

  scenarios.forEach((scenario, index) => {
    it(scenario.title, async () => {
      const { table } = scenario;
      await caughtUp(server.adminSocket);
      const points = await send(scenario);
      equal((await server.child.ended).death?.call, table);
      const ghost = scenario.isGhost ? await provenGhost(bench.dataDir, table) : undefined;
      await start(scenarios[index + 1]);
      deepEqual(await faults(), []);
      if (points !== undefined) await checkPoints(points);
      if (ghost !== undefined && scenario.blocksBefore === 0) {
        notEqual((await lastPart(bench.dataDir, table)).block, ghost.block);
      }
    });
  });

  it('leaves no block behind that a killed server was about to insert', async () => {
    deepEqual(await readdir(join(bench.dataDir, 'tmp')), []);
  });
});

const pointOf = ({ table, moment, blocksBefore: callsBefore }: Scenario): CrashPoint => ({
  stage: 'insert',
  table,
  moment,
  callsBefore,
  share: 0.5,
  spansBefore: table === 'metric_points' ? 0 : 1,
});

/** Makes a ghost and shows that it is one: its token swallows a row, any other does not. */
async function provenGhost(dataDir: string, table: BatchTable) {
  const ghost = await makeGhost(dataDir, table);
  const found = await probe(dataDir, table, ghost, await notedBatch(dataDir, table));
  deepEqual(found, { sameToken: 0, otherToken: 1 });
  return ghost;
}

/** Name of the one batch that was begun and not committed: the token of its inserts. */
async function notedBatch(dataDir: string, table: BatchTable): Promise<string> {
  const isMetrics = table === 'metric_points';
  const topic = isMetrics ? topics.metrics : topics.spans;
  const topicLog = await openLmdbTopicLog({ folder: join(dataDir, 'log') });
  try {
    const lags = await topicLog.lag((isMetrics ? consumers.metrics : consumers.spans).group, topic);
    const [behind, ...others] = lags.filter(({ committed, end }) => committed < end);
    if (behind === undefined || others.length > 0) throw new Error('expected one partition behind');
    const { partition, committed, end } = behind;
    return batchName({ topic, partition, first: committed, last: end - 1 });
  } finally {
    await topicLog.close();
  }
}
