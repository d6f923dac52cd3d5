import type { CommandsUnderWay } from '../platform/commands/under-way.ts';
import type { Configuration } from '../platform/config/config.ts';
import type { RoleName } from '../platform/config/role-names.ts';
import type { Disk } from '../platform/disk/disk-space-monitor.ts';
import type { Handlers } from '../platform/http/handler.ts';
import type { RecentRequests } from '../platform/http/request-log.ts';
import type { BeforeBody } from '../platform/http/serve.ts';
import type { Running } from '../platform/lifecycle.ts';
import type { Log } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics/registry.ts';
import { users } from '../projections/accounts/users.ts';
import { alertHistory } from '../projections/alerts/alert-history.ts';
import { evaluatedRules } from '../projections/alerts/evaluated-rules.ts';
import { anomalies } from '../projections/anomalies/anomalies.ts';
import { anomalyClock } from '../projections/anomalies/anomaly-clock.ts';
import { changedBytes } from '../projections/billing/changed-bytes.ts';
import { closedPeriods } from '../projections/billing/closed-periods.ts';
import { payments } from '../projections/billing/payments.ts';
import { subscriptions } from '../projections/billing/subscriptions.ts';
import { channels } from '../projections/channels/channels.ts';
import { recipients } from '../projections/channels/recipients.ts';
import { commandResults } from '../projections/commands/command-results.ts';
import type { BookProjection } from '../projections/engine/book.ts';
import { eventClock } from '../projections/engine/event-clock.ts';
import type { Projection } from '../projections/engine/projection.ts';
import type { Projections } from '../projections/engine/run.ts';
import { healthChecks } from '../projections/health/health-checks.ts';
import { outages } from '../projections/health/outages.ts';
import { memberAddresses } from '../projections/members/member-addresses.ts';
import { members } from '../projections/members/members.ts';
import { erasures } from '../projections/organizations/erasures.ts';
import { replayDeletions } from '../projections/replays/replay-deletions.ts';
import { replaySettings } from '../projections/replays/replay-settings.ts';
import { silences } from '../projections/silences/silences.ts';
import { objectives } from '../projections/slos/objectives.ts';
import { feed } from '../projections/webhooks/feed.ts';
import { webhooks } from '../projections/webhooks/webhooks.ts';
import { warehouseConsumers } from '../schemas/topics.ts';
import { startDecider } from './decider/service.ts';
import { startEvaluator } from './evaluator/service.ts';
import { openBeforeBody } from './ingest-api/accounts/before-body.ts';
import { actionHandlers, actionProjections } from './ingest-api/actions.ts';
import type { IngestAdmission } from './ingest-api/admission/open.ts';
import { checkoutCompletions, paymentNotices } from './ingest-api/billing/completions.ts';
import { mailButtons } from './ingest-api/channels/mail-buttons.ts';
import { startRegressions } from './ingest-api/errors/regressions.ts';
import { ingestHandlers, ingestProjections } from './ingest-api/features.ts';
import { openTokenLimits } from './ingest-api/oauth/before-body.ts';
import { startReceivingMarks } from './ingest-api/receiving/marks.ts';
import { startCaptureSweep } from './ingest-api/snapshots/capture/sweep.ts';
import { startSweeps } from './ingest-api/sweeps.ts';
import { startMonitor } from './monitor/service.ts';
import { dueBooks } from './notifier/books.ts';
import { startNotifier } from './notifier/service.ts';
import type { Platform } from './open.ts';
import { startProcessor } from './processor/service.ts';
import { checkoutPages } from './query-api/billing/checkout-pages.ts';
import { mailPages } from './query-api/channels/mail-pages.ts';
import { queryHandlers, queryProjections } from './query-api/features.ts';
import { clientRegistrations } from './query-api/oauth/before-body.ts';

/** What a role may use; it takes what it needs. */
export type RoleDependencies = Platform & {
  readonly configuration: Configuration;
  readonly projections: Projections;
  /** Throws, saying why, while mails cannot be handed over. */
  readonly mailWorks: () => Promise<void>;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly clock: () => number;
  /** Known once the port is bound. */
  readonly publicUrl: () => string;
  /** Aborts when the process is about to stop. */
  readonly stopping: AbortSignal;
  readonly recent: RecentRequests;
  readonly admission: IngestAdmission;
  readonly commandsUnderWay: CommandsUnderWay;
  readonly disk: Pick<Disk, 'ensureRoom'>;
  /** The processor is one of the roles of this process. */
  readonly processesHere: boolean;
  /** Takes the sentence for operators when a part of a role stops for good. */
  readonly halted: (sentence: string) => void;
  readonly codeMailed?: (mail: { readonly to: string; readonly code: string }) => void;
};

/** A role runs, or answers requests, or both. */
export type Role = {
  readonly start?: (context: RoleDependencies) => Promise<Running> | Running;
  readonly handlers?: (context: RoleDependencies) => Partial<Handlers>;
  /** Read models that it reads; a process runs those of its roles. */
  readonly projections: readonly (Projection | BookProjection)[];
  readonly beforeBody?: (context: RoleDependencies) => BeforeBody;
};

export const roles = {
  'query-api': {
    // Tools act here, so that no service calls another one: their commands go to the topic.
    handlers: context => queryHandlers(context, actionHandlers(context)),
    projections: [...queryProjections, ...actionProjections],
    beforeBody: ({ clock: now }) => {
      const pages = mailPages(now);
      return {
        checkoutPage: checkoutPages(now).take,
        confirmationPage: pages.take,
        registerClient: clientRegistrations(now).take,
        unsubscribePage: pages.take,
      };
    },
  },
  notifier: {
    projections: [
      alertHistory,
      channels,
      ...dueBooks,
      eventClock,
      feed,
      memberAddresses,
      members,
      outages,
      recipients,
      silences,
      users,
      webhooks,
    ],
    start: ({ codeMailed, clock: now, ...context }) =>
      startNotifier({ ...context, now, ...(codeMailed && { onCode: codeMailed }) }),
  },
  processor: {
    projections: [],
    start: context => {
      const { batchMemoryBytes, resentWithinMs, retention } = context.configuration;
      const { topicsMs: topicsKeptMs } = retention;
      return startProcessor({ ...context, batchMemoryBytes, resentWithinMs, topicsKeptMs });
    },
  },
  decider: {
    projections: [],
    start: ({ clock: now, ...context }) => startDecider({ ...context, now }),
  },
  evaluator: {
    projections: [anomalies, anomalyClock, commandResults, erasures, evaluatedRules, objectives],
    start: startEvaluator,
  },
  monitor: {
    projections: [
      changedBytes,
      closedPeriods,
      erasures,
      healthChecks,
      payments,
      replayDeletions,
      replaySettings,
      subscriptions,
    ],
    start: startMonitor,
  },
  'ingest-api': {
    projections: ingestProjections,
    // A processor elsewhere has cores of its own; what it has not taken yet waits in the log for it.
    start: ({ admission, configuration, processesHere, ...context }) => {
      const { topicLog, clock } = context;
      const marks = startReceivingMarks({ topicLog, clock });
      const { topicsMs: commandsKeptMs, spansMs: replaysKeptMs } = configuration.retention;
      const sweep = startSweeps({ ...context, commandsKeptMs, replaysKeptMs });
      const following = processesHere
        ? admission.follow(warehouseConsumers, topicLog)
        : nothingRuns;
      const captures = startCaptureSweep({ ...context, keptMs: configuration.retention.spansMs });
      const regressions = startRegressions(context);
      const running = [marks, sweep, captures, following, regressions];
      return { stop: async () => void (await Promise.all(running.map(({ stop }) => stop()))) };
    },
    handlers: ingestHandlers,
    beforeBody: ({ configuration, clock }) => {
      const buttons = mailButtons(clock);
      return {
        ...openBeforeBody({ registrationsPerHour: configuration.registrationsPerHour, clock }),
        ...openTokenLimits(clock),
        completeCheckout: checkoutCompletions(clock).take,
        stripeEvents: paymentNotices(clock).take,
        confirmAddress: buttons.take,
        unsubscribe: buttons.take,
      };
    },
  },
} satisfies Record<RoleName, Role>;

const nothingRuns: Running = { stop: async () => undefined };

/** Every projection that the roles of a process read, each once. */
export const projectionsOf = (
  chosen: readonly RoleName[],
): readonly (Projection | BookProjection)[] => [
  ...new Set(chosen.flatMap((name): Role['projections'] => roles[name].projections)),
];
