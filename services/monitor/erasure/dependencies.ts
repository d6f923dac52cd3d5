import type { BlobStore } from '../../../platform/blob-store/port.ts';
import type { EventStore } from '../../../platform/event-store/port.ts';
import type { Keyring } from '../../../platform/keyring/port.ts';
import type { Log } from '../../../platform/log.ts';
import type { Mailer } from '../../../platform/mailer/port.ts';
import type { TopicLog } from '../../../platform/topic-log/port.ts';
import type { Warehouse } from '../../../platform/warehouse/port.ts';
import type { Projections } from '../../../projections/engine/run.ts';

export type ErasureDependencies = {
  readonly topicLog: TopicLog;
  readonly eventStore: EventStore;
  readonly warehouse: Pick<Warehouse, 'query' | 'command'>;
  readonly blobStore: BlobStore;
  readonly keyring: Keyring;
  readonly mailer: Pick<Mailer, 'forget'>;
  readonly projections: Pick<Projections, 'isForgotten' | 'list'>;
  readonly clock: () => number;
  readonly log: Log;
};
