import type { topics as allTopics } from '../../../../schemas/topics.ts';

export type TopicWithLetters = (typeof allTopics)[keyof typeof allTopics];

/** A test compares them with those of the schemas. */
export const topics: readonly TopicWithLetters[] = [
  'spans',
  'metrics',
  'windows',
  'signals',
  'samples',
  'commands',
];
