import type { BlobStore } from '../../platform/blob-store/port.ts';
import type { EventStore } from '../../platform/event-store/port.ts';
import type { TopicLog } from '../../platform/topic-log/port.ts';
import type { Warehouse } from '../../platform/warehouse/port.ts';
import type { Projections } from '../../projections/engine/run.ts';
import type { RecentRequest } from '../../schemas/admin/routes.ts';
import type { DomainEvent } from '../../schemas/events/event.ts';
import type { StreamName } from '../../schemas/ids.ts';
import type { Readiness } from '../../schemas/probes/routes.ts';
import type { Consumer } from '../../schemas/topics.ts';

/** What the operators' routes need to know of the process that serves them. */
export type AdminContext = {
  readonly platform: {
    readonly topicLog: TopicLog;
    readonly eventStore: EventStore;
    readonly blobStore: BlobStore;
    readonly warehouse: Warehouse;
  };
  readonly projections: Pick<Projections, 'lag' | 'rebuild'>;
  readonly clock: () => number;
  readonly version: string;
  /** Empty when no port is open. */
  readonly url: () => string;
  readonly roles: readonly string[];
  readonly startedAtMs: number;
  readonly recent: () => readonly RecentRequest[];
  /** The same that `/readyz` answers. */
  readonly readiness: () => Promise<Readiness>;
  /** Consumer groups whose lag is reported, with the topics they read. */
  readonly consumers: readonly Consumer[];
  /** Sentences of partitions that stopped for good. */
  readonly halted: () => readonly string[];
  /** The state of a stream after each of its events, which come from the first one on. */
  readonly statesAfter: (stream: StreamName, events: readonly DomainEvent[]) => readonly unknown[];
};
