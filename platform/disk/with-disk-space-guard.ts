import type { TopicLog } from '../topic-log/port.ts';

/**
 * The same log, which takes records of some topics only while there is room for more. The others
 * carry what is taken already on its way, which is how room is made.
 */
export const withDiskSpaceGuard = (
  log: TopicLog,
  intake: ReadonlySet<string>,
  ensureRoom: () => void,
): TopicLog => ({
  ...log,
  append: async (topic, records) => {
    if (intake.has(topic)) ensureRoom();
    return log.append(topic, records);
  },
});
