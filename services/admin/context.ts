import type { BackupSummary } from '../../platform/backup/catalogue.ts';
import type { BlobStore } from '../../platform/blob-store/port.ts';
import type { EventStore } from '../../platform/event-store/port.ts';
import type { TopicLog } from '../../platform/topic-log/port.ts';
import type { Warehouse } from '../../platform/warehouse/port.ts';
import type { Projections } from '../../projections/engine/run.ts';
import type { RecentRequest } from '../../schemas/admin/routes.ts';
import type { DomainEvent } from '../../schemas/events/event.ts';
import type { OrganizationId, StreamName } from '../../schemas/ids.ts';
import type { Readiness } from '../../schemas/probes/routes.ts';
import type { Consumer } from '../../schemas/topics.ts';
import type { Jobs } from './jobs.ts';

type BackupOptions = {
  /** Where backups are kept, as an absolute path. */
  readonly folder: string;
  readonly startedAtMs: number;
  readonly onProgress: (progress: { readonly step: string; readonly files: number }) => void;
  readonly signal: AbortSignal;
};
/** Undefined: what it was computed from is not kept any more. */
export type ProveAlert = (
  organization: OrganizationId,
  alert: string,
  signal: AbortSignal,
) => Promise<{ readonly match: boolean; readonly differing: readonly string[] } | undefined>;

type BackupReport = BackupSummary & { readonly backup: string };

/** What the operators' routes need to know of the process that serves them. */
export type AdminContext = {
  readonly platform: {
    readonly topicLog: TopicLog;
    readonly eventStore: EventStore;
    readonly blobStore: BlobStore;
    readonly warehouse: Warehouse;
  };
  readonly projections: Pick<Projections, 'isErased' | 'lag' | 'rebuild'>;
  readonly clock: () => number;
  readonly version: string;
  /** Empty when no port is open. */
  readonly url: () => string;
  readonly roles: readonly string[];
  readonly startedAtMs: number;
  readonly recent: () => readonly RecentRequest[];
  /** The same that `/readyz` answers. */
  readonly readiness: () => Promise<Readiness>;
  readonly jobs: Jobs;
  /** Absent where an engine is a server, which has backups of its own. */
  readonly backUp?: (options: BackupOptions) => Promise<BackupReport>;
  /** Computes an alert again from what was known then; absent where no role here can. */
  readonly proveAlert?: ProveAlert;
  /** Tables that the processor writes in batches, with the SQL for the seconds of a row's time. */
  readonly batchTables: Readonly<Record<string, { readonly time: string }>>;
  /** Rows of spans and of windows are kept so long, in ms. */
  readonly spansKeptMs: number;
  /** Consumer groups whose lag is reported, with the topics they read. */
  readonly consumers: readonly Consumer[];
  /** Sentences of partitions that stopped for good. */
  readonly halted: () => readonly string[];
  /** The state of a stream after each of its events, which come from the first one on. */
  readonly statesAfter: (stream: StreamName, events: readonly DomainEvent[]) => readonly unknown[];
};
