import type { PartitionOffset, TopicLog } from '../../platform/topic-log/port.ts';

/** The log of a server whose clock a test holds: its records came in at the time of that clock, for those who consume them. */
export function logOfClock(log: TopicLog, clock: () => number): TopicLog {
  const times = new Map<string, number>();
  const nameOf = (topic: string, { partition, offset }: PartitionOffset): string =>
    `${topic}/${partition}/${offset}`;
  return {
    ...log,
    append: async (topic, records) => {
      const nowMs = clock();
      const places = await log.append(topic, records);
      for (const place of places) times.set(nameOf(topic, place), nowMs);
      return places;
    },
    consume: ({ run, ...options }) =>
      log.consume({
        ...options,
        run: partition =>
          run({
            ...partition,
            read: async (offset, limits) => {
              const records = await partition.read(offset, limits);
              return records.map(record => ({
                ...record,
                appendedAtMs: times.get(nameOf(partition.topic, record)) ?? clock(),
              }));
            },
          }),
      }),
  };
}
