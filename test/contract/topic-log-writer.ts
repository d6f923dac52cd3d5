import { openLmdbTopicLog } from '../../platform/topic-log/lmdb.ts';

/**
 * Appends until it is killed and prints the place of every record that was answered.
 *   node --import tsx topic-log-writer.ts FOLDER TOPIC
 */
const [, , folder = '', topic = ''] = process.argv;
const log = await openLmdbTopicLog({ folder });
await log.createTopics([{ topic, partitions: 2, retentionMs: 3_600_000 }]);

const send = async (sender: number): Promise<never> => {
  for (let n = 0; ; n++) {
    const value = `${sender}-${n}`;
    const [place] = await log.append(topic, [
      { key: value, value: Buffer.from(value.padEnd(1 + ((n * 997) % 20_000))), headers: {} },
    ]);
    process.stdout.write(`${JSON.stringify({ value, ...place })}\n`);
  }
};
await Promise.all(Array.from({ length: 8 }, (_, sender) => send(sender)));
