import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { openLog } from '../../platform/log.ts';
import { openKafkaTopicLog } from '../../platform/topic-log/kafka.ts';

/**
 * Owns a partition, notes, sleeps without heartbeats until FILE is there, and commits before it
 * has seen anything of what happened meanwhile.
 *   node --import tsx kafka-sleeper.ts BROKERS GROUP TOPIC FILE
 */
const [, , brokers = '', group = '', topic = '', file = ''] = process.argv;
const tell = (line: object): void => void process.stdout.write(`${JSON.stringify(line)}\n`);
const quiet = openLog({ level: 'silent', pretty: false });
const log = await openKafkaTopicLog({ brokers: brokers.split(','), log: quiet });

await log.consume({
  group,
  topic,
  onFailed: error => tell({ failed: String(error) }),
  run: async partition => {
    const { signal } = partition;
    const [record] = await partition.read(0, { recordsMax: 1, bytesMax: 1, waitMs: 10_000 });
    await partition.commit({ offset: 0, metadata: 'asleep' });
    tell({ owned: record?.offset });
    const cell = new Int32Array(new SharedArrayBuffer(4));
    while (!existsSync(file)) Atomics.wait(cell, 0, 0, 50);
    const wasAborted = signal.aborted;
    const error = await partition.commit({ offset: 9, metadata: 'stale' }).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    if (!signal.aborted) await once(signal, 'abort');
    tell({ wasAborted, error: error instanceof Error ? error.name : error, aborted: true });
    process.exit(0);
  },
});
