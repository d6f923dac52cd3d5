import { deepEqual, equal } from 'node:assert/strict';
import { dayMs } from '../../schemas/durations.ts';
import { bodyName, bodyNames, isBodyBefore } from '../../schemas/retention.ts';
import {
  consumers,
  deadLetterTopic,
  telemetryHeaders,
  topics,
  warehouseConsumers,
} from '../../schemas/topics.ts';
import { collectUnreferencedBlobs } from '../../services/processor/blobs/garbage-collection.ts';
import { type AdminLogs, openAdminLogs } from '../support/admin.ts';
import { openProcessing } from '../support/processing.ts';
import { until } from '../support/until.ts';

const startMs = Date.UTC(2026, 0, 1, 12);

describe('bodies in the blob store', () => {
  let logs: AdminLogs;
  let nowMs = startMs;

  beforeEach(async () => {
    logs = await openAdminLogs();
    nowMs = startMs;
  });
  afterEach(() => logs.close());

  const put = async (hash: string): Promise<string> => {
    const name = bodyName(hash, nowMs);
    await logs.blobStore.put(name, Buffer.from(hash));
    return name;
  };
  const accept = (name: string, topic: string = topics.spans) =>
    logs.topicLog.append(topic, [
      {
        key: 'k',
        partition: 0,
        value: Buffer.alloc(0),
        headers: { [telemetryHeaders.claim]: name },
      },
    ]);
  /** The processor has read everything of partition 0. */
  const process = async (): Promise<void> => {
    const { group, topic } = consumers.spans;
    const [{ end = 0 } = {}] = await logs.topicLog.lag(group, topic);
    let isCommitted = false;
    const consuming = await logs.topicLog.consume({
      group,
      topic,
      onFailed: () => undefined,
      run: async partition => {
        if (partition.partition !== 0) return;
        await partition.commit({ offset: end, metadata: '' });
        isCommitted = true;
      },
    });
    await until('the commit', () => isCommitted);
    await consuming.stop();
  };
  const sweep = () =>
    collectUnreferencedBlobs(
      {
        topicLog: logs.topicLog,
        blobStore: logs.blobStore,
        clock: () => nowMs,
        consumers: warehouseConsumers,
        keptMs: 7 * dayMs,
        swept: () => undefined,
      },
      new AbortController().signal,
    );
  const left = async (): Promise<string[]> => {
    const names: string[] = [];
    for await (const name of logs.blobStore.list(bodyNames)) names.push(name);
    return names;
  };

  it('have the day of their receipt in their names', () => {
    equal(bodyName('abc', startMs), 'bodies/2026-01-01/abc');
    equal(isBodyBefore('bodies/2026-01-01/abc', Date.UTC(2026, 0, 1, 23, 59)), false);
    equal(isBodyBefore('bodies/2026-01-01/abc', Date.UTC(2026, 0, 2)), true);
    equal(isBodyBefore('bodies/abc', Date.UTC(2030, 0, 1)), false);
  });

  it('go a day after the log has forgotten their records', async () => {
    await accept(await put('a'));
    await process();
    nowMs += 8 * dayMs;
    equal(await sweep(), 0);
    nowMs += dayMs;
    const fresh = await put('b');
    equal(await sweep(), 1);
    deepEqual(await left(), [fresh]);
  });

  it('stay while an unread record names them', async () => {
    const [read, unread] = [await put('a'), await put('b')];
    await accept(read);
    await process();
    await accept(unread);
    nowMs += 30 * dayMs;
    equal(await sweep(), 1);
    deepEqual(await left(), [unread]);
  });

  it('stay while a dead letter names them', async () => {
    const [forgotten, dead] = [await put('a'), await put('b')];
    await accept(forgotten);
    await accept(dead, deadLetterTopic(topics.metrics));
    await process();
    nowMs += 30 * dayMs;
    equal(await sweep(), 1);
    deepEqual(await left(), [dead]);
  });

  it('leave other blobs alone', async () => {
    await logs.blobStore.put('keys/organization-1', Buffer.from('key'));
    nowMs += 30 * dayMs;
    equal(await sweep(), 0);
    equal((await logs.blobStore.get('keys/organization-1'))?.length, 3);
  });

  it('are looked after by who processes spans', async function () {
    this.timeout(60_000);
    const processing = await openProcessing();
    const old = 'bodies/2020-01-01/a';
    await processing.blobStore.put(old, Buffer.from('a'));
    await processing.start();
    await until('the body to go', async () => (await processing.blobStore.get(old)) === undefined);
    await processing.close();
  });
});
