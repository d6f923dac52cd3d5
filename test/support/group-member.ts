import { once } from 'node:events';
import type { AssignedPartition, TopicLog } from '../../platform/topic-log/port.ts';
import { until } from './until.ts';

export type Member = Awaited<ReturnType<typeof joinGroup>>;

/** Joins a group and keeps what it is given for as long as it owns it. */
export async function joinGroup(log: TopicLog, group: string, topic: string) {
  const assigned: AssignedPartition[] = [];
  const failures: unknown[] = [];
  const running = await log.consume({
    group,
    topic,
    run: async partition => {
      assigned.push(partition);
      if (!partition.signal.aborted) await once(partition.signal, 'abort');
    },
    onFailed: error => failures.push(error),
  });
  return {
    ...running,
    assigned,
    failures,
    /** Waits until it owns the partition. */
    owner: (partition = 0) =>
      until(`an owner of partition ${partition}`, () =>
        assigned.find(one => one.partition === partition && !one.signal.aborted),
      ),
  };
}
