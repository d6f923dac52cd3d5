import type { Admin } from 'kafkajs';
import type { OffsetAndMetadata, PartitionLag } from '../port.ts';
import type { Reconnecting } from './reconnecting.ts';

type Bounds = { readonly low: number; readonly high: number };

export type Offsets = {
  /** From the group's coordinator, every time: a consumer's own view is cached and has no notes. */
  committed(
    group: string,
    topic: string,
    partition: number,
  ): Promise<OffsetAndMetadata | undefined>;
  bounds(topic: string, partition: number): Promise<Bounds>;
  lag(group: string, topic: string): Promise<readonly PartitionLag[]>;
};

export function openOffsets(admin: Reconnecting<Admin>): Offsets {
  const committedOf = (group: string, topic: string) =>
    admin.use(`the offsets of group ${group}`, async connected => {
      const found = await connected.fetchOffsets({ groupId: group, topics: [topic] });
      return found.find(one => one.topic === topic)?.partitions ?? [];
    });
  const boundsOf = (topic: string) =>
    admin.use(`the ends of topic ${topic}`, connected => connected.fetchTopicOffsets(topic));
  return {
    committed: async (group, topic, partition) => {
      const all = await committedOf(group, topic);
      const found = all.find(one => one.partition === partition);
      const offset = Number(found?.offset ?? -1);
      // Negative: nothing was committed, or the driver noted "oldest" for an offset it did not find.
      return offset < 0 ? undefined : { offset, metadata: found?.metadata ?? '' };
    },
    bounds: async (topic, partition) => {
      const found = (await boundsOf(topic)).find(one => one.partition === partition);
      if (found === undefined)
        throw new Error(`expected a partition ${partition} of ${topic}, found none`);
      return { low: Number(found.low), high: Number(found.high) };
    },
    lag: async (group, topic) => {
      const [committed, bounds] = await Promise.all([committedOf(group, topic), boundsOf(topic)]);
      return bounds.map(({ partition, low, high }) => {
        const known = committed.find(one => one.partition === partition);
        const offset = Number(known?.offset ?? -1);
        return {
          group,
          topic,
          partition,
          committed: offset < 0 ? Number(low) : offset,
          end: Number(high),
          ...(offset >= 0 && known?.metadata && { metadata: known.metadata }),
        };
      });
    },
  };
}
