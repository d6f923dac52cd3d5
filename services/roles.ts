import type { Configuration } from '../platform/config/config.ts';
import type { Disk } from '../platform/disk.ts';
import type { Handlers } from '../platform/http/handler.ts';
import type { RecentRequests } from '../platform/http/recent.ts';
import type { BeforeBody } from '../platform/http/serve.ts';
import type { Running } from '../platform/lifecycle.ts';
import type { Log } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics/registry.ts';
import type { Projections } from '../projections/run.ts';
import { startDecider } from './decider/service.ts';
import { openBeforeBody } from './ingest-api/accounts/before-body.ts';
import type { IngestAdmission } from './ingest-api/admission/open.ts';
import { ingestHandlers } from './ingest-api/service.ts';
import { startMonitor } from './monitor/service.ts';
import { startNotifier } from './notifier/service.ts';
import type { Platform } from './open.ts';
import { processorConsumers, startProcessor } from './processor/service.ts';
import { queryHandlers } from './query-api/service.ts';

/** What a role may use; it takes what it needs. */
export type RoleContext = Platform & {
  readonly configuration: Configuration;
  readonly projections: Projections;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly clock: () => number;
  /** Known once the port is bound. */
  readonly publicUrl: () => string;
  /** Aborts when the process is about to stop. */
  readonly stopping: AbortSignal;
  readonly recent: RecentRequests;
  readonly admission: IngestAdmission;
  readonly disk: Pick<Disk, 'ensureRoom'>;
  /** The processor is one of the roles of this process. */
  readonly processesHere: boolean;
  /** Takes the sentence for operators when a part of a role stops for good. */
  readonly halted: (sentence: string) => void;
  readonly codeMailed?: (mail: { readonly to: string; readonly code: string }) => void;
};

/** A role runs, or answers requests, or both. */
export type Role = {
  readonly start?: (context: RoleContext) => Promise<Running> | Running;
  readonly handlers?: (context: RoleContext) => Partial<Handlers>;
  readonly beforeBody?: (context: RoleContext) => BeforeBody;
};

/** In the order of the pipeline's end to its start, so that stopping in reverse drains downstream. */
export const roles = {
  'query-api': {
    handlers: context => queryHandlers({ ...context, consumers: processorConsumers }),
  },
  notifier: {
    start: ({ codeMailed, clock: now, ...context }) =>
      startNotifier({ ...context, now, ...(codeMailed && { onCode: codeMailed }) }),
  },
  processor: {
    start: context =>
      startProcessor({ ...context, topicsKeptMs: context.configuration.retention.topicsMs }),
  },
  decider: { start: ({ clock: now, ...context }) => startDecider({ ...context, now }) },
  monitor: {
    start: context => startMonitor({ ...context, consumers: Object.values(processorConsumers) }),
  },
  'ingest-api': {
    // A processor elsewhere has cores of its own; what it has not taken yet waits in the log for it.
    start: ({ admission, topicLog, processesHere }) =>
      processesHere ? admission.follow(Object.values(processorConsumers), topicLog) : nothingRuns,
    handlers: context => ingestHandlers({ ...context, freePlan: context.configuration.freePlan }),
    beforeBody: ({ configuration, clock }) =>
      openBeforeBody({ registrationsPerHour: configuration.registrationsPerHour, clock }),
  },
} satisfies Record<string, Role>;

const nothingRuns: Running = { stop: async () => undefined };

export type RoleName = keyof typeof roles;

export const roleNames = Object.keys(roles) as RoleName[];

export const isRoleName = (name: string): name is RoleName => Object.hasOwn(roles, name);
