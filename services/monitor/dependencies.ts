import type { TopicLog } from '../../platform/topic-log/port.ts';
import type { Warehouse } from '../../platform/warehouse/port.ts';
import type { Projections } from '../../projections/run.ts';

export type LookDependencies = {
  readonly topicLog: Pick<TopicLog, 'append' | 'lag' | 'read'>;
  readonly warehouse: Pick<Warehouse, 'query'>;
  readonly projections: Pick<Projections, 'barrier' | 'get' | 'list'>;
  readonly clock: () => number;
  /** Who writes the warehouse from which topic. */
  readonly consumers: readonly { readonly group: string; readonly topic: string }[];
};
