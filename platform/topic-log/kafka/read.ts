import type { Cluster, Kafka } from 'kafkajs';
import { PartitionAssigners } from 'kafkajs';
import type { LogRecord, PartitionOffset, TopicLog } from '../port.ts';
import { kafkaLimits } from './limits.ts';
import type { Offsets } from './offsets.ts';
import { renewable } from './reconnecting.ts';
import { cutRecords, type FetchedMessage, recordOf } from './record.ts';

export type Reader = { readonly read: TopicLog['read']; readonly close: () => Promise<void> };

/** Reads without a group: joining one for a look at a topic would take seconds, and leave a trace. */
export function openReader(client: Kafka, offsets: Offsets): Reader {
  const cluster = renewable(() => clusterOf(client), 'any error');
  return {
    read: async (topic, { partition, offset }, limits) => {
      const { low, high } = await offsets.bounds(topic, partition);
      const records: LogRecord[] = [];
      let bytes = 0;
      for (let next = Math.max(offset, low); next < high; ) {
        const place = { partition, offset: next };
        const expected = `records of partition ${partition} of ${topic}`;
        const fetched = await cluster.use(expected, used => fetchUnlessRefused(used, topic, place));
        const rest = {
          recordsMax: limits.recordsMax - records.length,
          bytesMax: limits.bytesMax - bytes,
        };
        const taken = cutRecords(fetched, rest);
        for (const record of taken) bytes += record.value.length;
        records.push(...taken);
        if (records.length >= limits.recordsMax || bytes >= limits.bytesMax) break;
        next = (fetched.at(-1)?.offset ?? high) + 1;
      }
      return records;
    },
    close: cluster.close,
  };
}

/** A consumer gives its assigner the cluster that it would use, which needs no group to fetch. */
function clusterOf(client: Kafka): Cluster {
  const found: Cluster[] = [];
  client.consumer({
    groupId: 'none',
    allowAutoTopicCreation: false,
    partitionAssigners: [
      config => {
        found.push(config.cluster);
        return PartitionAssigners.roundRobin(config);
      },
    ],
  });
  const [cluster] = found;
  if (cluster === undefined) throw new Error('expected the driver to call its assigner at once');
  return cluster;
}

/** A fetch whose answer lies beside others in memory may be refused once: see compression.ts. */
async function fetchUnlessRefused(
  cluster: Cluster,
  topic: string,
  place: PartitionOffset,
): Promise<LogRecord[]> {
  const fetched = await fetchSome(cluster, topic, place);
  return fetched.length > 0 ? fetched : fetchSome(cluster, topic, place);
}

async function fetchSome(
  cluster: Cluster,
  topic: string,
  { partition, offset }: PartitionOffset,
): Promise<LogRecord[]> {
  await cluster.addTargetTopic(topic);
  await cluster.refreshMetadataIfNecessary();
  const [nodeId] = Object.keys(cluster.findLeaderForPartitions(topic, [partition]));
  if (nodeId === undefined)
    throw new Error(`expected a leader of partition ${partition} of ${topic}`);
  const broker = await cluster.findBroker({ nodeId });
  const maxBytes = kafkaLimits.bufferBytesMax;
  const wanted = { partition, fetchOffset: String(offset), maxBytes };
  const answer: FetchAnswer = await broker.fetch({
    maxWaitTime: kafkaLimits.fetchWaitMs,
    maxBytes,
    topics: [{ topic, partitions: [wanted] }],
  });
  const messages = answer.responses.flatMap(one => one.partitions).flatMap(one => one.messages);
  return messages.map(message => recordOf(partition, message)).filter(one => one.offset >= offset);
}

/** What the driver's types leave open. */
type FetchAnswer = {
  readonly responses: readonly {
    readonly partitions: readonly { readonly messages: readonly FetchedMessage[] }[];
  }[];
};
