/** Kinds of process, in the order of the pipeline's end to its start, so that stopping in reverse drains downstream. */
export const roleNames = [
  'query-api',
  'notifier',
  'processor',
  'decider',
  'evaluator',
  'monitor',
  'ingest-api',
] as const;

export type RoleName = (typeof roleNames)[number];

export const isRoleName = (name: string): name is RoleName =>
  (roleNames as readonly string[]).includes(name);
