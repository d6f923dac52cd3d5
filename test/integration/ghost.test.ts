import { deepEqual, equal, notEqual } from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { openLmdbTopicLog } from '../../platform/topic-log/lmdb.ts';
import { topics } from '../../schemas/topics.ts';
import { batchName } from '../../services/processor/core/range.ts';
import { type BatchTable, batchTableNames } from '../../services/processor/core/tables.ts';
import { processorGroup } from '../../services/processor/service.ts';
import { type Bench, openBench, startReady, warmUp } from '../crash/bench.ts';
import { caughtUp } from '../crash/child.ts';
import { lastPart, makeGhost, probe } from '../crash/ghost.ts';
import type { Sender } from '../crash/load.ts';
import type { CrashPoint } from '../crash/point.ts';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.ts';
import type { TrafficKind } from '../support/traffic.ts';
import { checkTruth } from '../support/truth-check.ts';

const insertInto = (table: BatchTable, fields: Partial<CrashPoint> = {}): CrashPoint => ({
  ...{ stage: 'insert', table, moment: 'after', spansBefore: 1, callsBefore: 0, share: 0.5 },
  ...fields,
});

describe('recovery of a batch', () => {
  let folder: TemporaryFolder;
  let bench: Bench;
  let sender: Sender;

  before(async () => {
    folder = await temporaryFolder();
    bench = openBench(folder.path, 7, 1_000);
    const [first] = await warmUp(bench, 1, 'SIGTERM');
    if (first === undefined) throw new Error('expected a sender');
    sender = first;
  });

  after(async () => {
    bench.close();
    await folder.remove();
  });

  /** One request, and the end of its server at a point of its batch. */
  async function dieAt(point: CrashPoint, spans: number, kind: TrafficKind): Promise<void> {
    const { child, url, adminSocket } = await startReady(bench, { point });
    await caughtUp(adminSocket);
    await bench.load.sendOne(url, sender, spans, kind);
    equal((await child.ended).death?.call, point.table);
  }

  /** What a new server makes of it. */
  async function faultsAfterRestart(): Promise<readonly string[]> {
    const { child, url, adminSocket } = await startReady(bench);
    await bench.load.sendAgain(url);
    await caughtUp(adminSocket);
    const { faults } = await checkTruth(bench.ledger.sent(), child.ask);
    child.kill('SIGTERM');
    await child.ended;
    return faults;
  }

  for (const table of batchTableNames) {
    it(`writes the rows of ${table} again whose token outlived them`, async () => {
      await dieAt(insertInto(table), 20, 'fresh');
      const ghost = await makeGhost(bench.dataDir, table);
      const token = await notedBatch(bench.dataDir);
      deepEqual(await probe(bench.dataDir, table, ghost, token), { sameToken: 0, otherToken: 1 });
      deepEqual(await faultsAfterRestart(), []);
      notEqual((await lastPart(bench.dataDir, table)).block, ghost.block);
    });
  }

  it('goes on in the middle of the days of a batch that reaches six days back', async () => {
    const point = insertInto('spans', { moment: 'during', callsBefore: 3 });
    await dieAt(point, 150, 'days');
    deepEqual(await faultsAfterRestart(), []);
  });

  for (const table of ['spans', 'windows', 'traces'] as const) {
    it(`finds the one day of ${table} whose token outlived its rows`, async () => {
      await dieAt(insertInto(table, { callsBefore: 2 }), 150, 'days');
      const ghost = await makeGhost(bench.dataDir, table);
      const token = await notedBatch(bench.dataDir);
      deepEqual(await probe(bench.dataDir, table, ghost, token), { sameToken: 0, otherToken: 1 });
      deepEqual(await faultsAfterRestart(), []);
    });
  }

  it('removes the blocks that a killed server was about to insert', async () => {
    deepEqual(await readdir(join(bench.dataDir, 'tmp')), []);
  });
});

/** Name of the one batch that was begun and not committed: the token of its inserts. */
async function notedBatch(dataDir: string): Promise<string> {
  const topicLog = await openLmdbTopicLog({ folder: join(dataDir, 'log') });
  try {
    const lags = await topicLog.lag(processorGroup, topics.spans);
    const [behind, ...others] = lags.filter(({ committed, end }) => committed < end);
    if (behind === undefined || others.length > 0) throw new Error('expected one partition behind');
    const { partition, committed, end } = behind;
    return batchName({ topic: topics.spans, partition, first: committed, last: end - 1 });
  } finally {
    await topicLog.close();
  }
}
