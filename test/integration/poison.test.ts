import { deepEqual, equal, match } from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openFolderBlobStore } from '../../platform/blob-store/folder.ts';
import { openLmdbTopicLog } from '../../platform/topic-log/lmdb.ts';
import type { NewRecord } from '../../platform/topic-log/port.ts';
import { randomUuid } from '../../platform/uuid.ts';
import { telemetryHeaders, topics } from '../../schemas/topics.ts';
import { type Bench, openBench, startReady } from '../crash/bench.ts';
import { caughtUp } from '../crash/caught-up.ts';
import { operatorAsks } from '../crash/child.ts';
import { tidemarkCommand } from '../support/command.ts';
import { checkExpectedState } from '../support/expected-state-check.ts';
import { spansRecord } from '../support/processing.ts';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.ts';
import type { TrafficRequest } from '../support/traffic.ts';
import { bodyOf, hashOf } from '../support/traffic-body.ts';

type Listed = {
  readonly id: string;
  readonly reason: string;
  readonly error: string;
  readonly redriven: boolean;
};

const partition = 0;
let number = 0;

/** Each test starts servers in processes of their own. */
const testMsMax = 120_000;

describe('a record that cannot be processed', function () {
  this.timeout(testMsMax);
  let folder: TemporaryFolder;
  let bench: Bench;
  let organization: string;

  beforeEach(async () => {
    folder = await temporaryFolder();
    bench = await openBench(folder.path, 11, 1_000);
    organization = randomUuid();
    const { child } = await startReady(bench);
    child.kill('SIGTERM');
    await child.ended;
  });

  afterEach(async () => {
    await bench.close();
    await folder.remove();
  });

  const request = (): TrafficRequest => ({
    number: number++,
    run: 11,
    organization,
    kind: 'fresh',
    baseMs: Date.now(),
    spans: 10,
    shares: false,
  });

  async function append(records: readonly NewRecord[]): Promise<void> {
    const topicLog = await openLmdbTopicLog({ folder: join(bench.dataDir, 'log') });
    await topicLog.append(
      topics.spans,
      records.map(record => ({ ...record, partition })),
    );
    await topicLog.close();
  }

  async function putBody(of: TrafficRequest): Promise<void> {
    const blobStore = await openFolderBlobStore({ folder: join(bench.dataDir, 'blobs') });
    await blobStore.put(claimOf(of), bodyOf(of));
    await blobStore.close();
  }

  async function listed(): Promise<readonly Listed[]> {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [...tidemarkCommand(), 'dead', 'list', '--json'],
      { env: { ...process.env, TIDEMARK_DATA_DIR: bench.dataDir } },
    );
    const records = stdout.split('\n').filter(Boolean);
    return records
      .map(line => JSON.parse(line) as Listed)
      .sort((left, right) => left.id.localeCompare(right.id));
  }

  it('is put aside and listed, and taken once when it is sent again and can be read', async () => {
    const [first, claimed, last] = [request(), request(), request()];
    const garbage = spansRecord(organization, Buffer.from('no protobuf'), fields(1));
    await append([
      recordOf(first),
      claimedRecord(claimed),
      garbage,
      { ...recordOf(request()), headers: { [telemetryHeaders.version]: '99' } },
      recordOf(last),
    ]);
    const { child, adminSocket } = await startReady(bench);
    const faults = async (answered: readonly TrafficRequest[]): Promise<readonly string[]> => {
      await caughtUp(adminSocket);
      return (await checkExpectedState({ answered, unknown: [] }, child.ask)).faults;
    };
    const redrive = async (wish: object): Promise<unknown> =>
      (await operatorAsks<unknown>(adminSocket, 'POST', '/admin/dead/redrive', wish)).body;

    deepEqual(await faults([first, last]), []);
    const letters = await listed();
    deepEqual(
      letters.map(({ id, reason, redriven }) => [id, reason, redriven]),
      [
        [`spans/${partition}/1`, 'unreadable', false],
        [`spans/${partition}/2`, 'undecodable', false],
        [`spans/${partition}/3`, 'unreadable', false],
      ],
    );
    match(letters[0]?.error ?? '', /expected the body .* in the blob store/);

    await putBody(claimed);
    const wish = { ids: [`spans/${partition}/1`] };
    deepEqual(await redrive(wish), { redriven: 1 });
    deepEqual(await faults([first, claimed, last]), []);
    await redrive(wish);
    deepEqual(await faults([first, claimed, last]), []);
    deepEqual(await redrive({ all: true }), { redriven: 2 });
    deepEqual(await faults([first, claimed, last]), []);
    equal((await listed()).filter(({ redriven }) => !redriven).length, 2);
    child.kill('SIGTERM');
    await child.ended;
  });

  it('stays aside when the server dies in its batch, though it could be read by now', async () => {
    const [first, claimed] = [request(), request()];
    await append([recordOf(first), claimedRecord(claimed)]);
    const dying = await startReady(bench, {
      point: {
        stage: 'insert',
        table: 'spans',
        moment: 'after',
        spansBefore: 0,
        callsBefore: 0,
        share: 0,
      },
    }).catch(() => undefined);
    await dying?.child.ended;
    await putBody(claimed);

    const { child, adminSocket } = await startReady(bench);
    await caughtUp(adminSocket);
    deepEqual((await checkExpectedState({ answered: [first], unknown: [] }, child.ask)).faults, []);
    await operatorAsks(adminSocket, 'POST', '/admin/dead/redrive', { all: true });
    await caughtUp(adminSocket);
    deepEqual(
      (await checkExpectedState({ answered: [first, claimed], unknown: [] }, child.ask)).faults,
      [],
    );
    child.kill('SIGTERM');
    await child.ended;
  });
});

const fields = (spans: number) => ({ receivedAtMs: Date.now(), spans });

const recordOf = (request: TrafficRequest): NewRecord =>
  spansRecord(request.organization, bodyOf(request), fields(request.spans));

const claimOf = (request: TrafficRequest): string => `bodies/${hashOf(request)}`;

/** As the ingest writes one that is too large for the log. */
function claimedRecord(request: TrafficRequest): NewRecord {
  const record = recordOf(request);
  return {
    ...record,
    value: new Uint8Array(),
    headers: { ...record.headers, [telemetryHeaders.claim]: claimOf(request) },
  };
}
