import type { BlobStore } from '../../platform/blob-store/port.ts';
import type { Handlers } from '../../platform/http/handler.ts';
import type { RecentRequests } from '../../platform/http/recent.ts';
import type { Keyring } from '../../platform/keyring/port.ts';
import type { Metrics } from '../../platform/metrics/registry.ts';
import type { TopicLog } from '../../platform/topic-log/port.ts';
import type { Projections } from '../../projections/run.ts';
import type { Plan } from '../../schemas/quota.ts';
import { listKeys, revokeKey } from './accounts/keys.ts';
import { openNetworkWrongCodes } from './accounts/network-wrong-codes.ts';
import { register } from './accounts/register.ts';
import { openRegistrationLimit } from './accounts/registration-limit.ts';
import { verify } from './accounts/verify.ts';
import type { IngestAdmission } from './admission/open.ts';
import { openExamine } from './examine/open.ts';
import { exportMetrics } from './metrics.ts';
import type { OtlpDependencies } from './otlp.ts';
import { openQuotas } from './quotas.ts';
import { recentIngest } from './recent.ts';
import { exportTraces } from './traces.ts';

export type IngestApiDependencies = {
  readonly topicLog: TopicLog;
  readonly blobStore: BlobStore;
  readonly keyring: Keyring;
  readonly projections: Projections;
  readonly metrics: Metrics;
  readonly clock: () => number;
  readonly registrationsPerHour: number;
  /** What a new organization gets. */
  readonly freePlan: Plan;
  readonly publicUrl: () => string;
  readonly recent: Pick<RecentRequests, 'sentBy'>;
  readonly admission: Pick<IngestAdmission, 'appended'>;
};

type IngestRoute =
  | 'exportTraces'
  | 'exportMetrics'
  | 'recentIngest'
  | 'register'
  | 'verify'
  | 'adminKeys'
  | 'adminRevokeKey';

/** The handlers of every route that ingest-api serves. */
export function ingestHandlers(dependencies: IngestApiDependencies): Handlers<IngestRoute> {
  const { topicLog, keyring, projections, clock, registrationsPerHour } = dependencies;
  const { publicUrl, freePlan } = dependencies;
  const { appended } = dependencies.admission;
  const overQuota = openQuotas({ projections, publicUrl });
  const otlp = { ...dependencies, appended, overQuota, examine: openExamine() };
  const counts = openCounts(dependencies.metrics);
  const limit = openRegistrationLimit({ perHourMax: registrationsPerHour, now: clock });
  return {
    exportTraces: exportTraces({ ...otlp, count: counts.spans }),
    exportMetrics: exportMetrics({ ...otlp, count: counts.points }),
    recentIngest: recentIngest(dependencies),
    register: register({ topicLog, outcomes: projections, keyring, limit }),
    verify: verify({
      topicLog,
      projections,
      keyring,
      wrongCodes: openNetworkWrongCodes({ now: clock }),
      freePlan,
      dashboardUrl: service =>
        `${publicUrl()}/services/${encodeURIComponent(service.toWellFormed())}`,
    }),
    adminKeys: listKeys({ projections }),
    adminRevokeKey: revokeKey({ topicLog, projections, keyring }),
  };
}

type Count = OtlpDependencies['count'];

function openCounts(metrics: Metrics): { readonly spans: Count; readonly points: Count } {
  const bytes = metrics.counter({
    name: 'tidemark.ingest.bytes',
    help: 'Inflated bytes of request bodies.',
    unit: 'By',
  });
  const open = (name: string, what: string): Count => {
    const items = metrics.counter({
      name,
      help: `${what} by outcome: accepted are durable, refused were named to their sender.`,
    });
    return outcome => {
      items.add(outcome.accepted, { outcome: 'accepted' });
      if (outcome.refused > 0) items.add(outcome.refused, { outcome: 'refused' });
      bytes.add(outcome.bytes);
    };
  };
  return {
    spans: open('tidemark.ingest.spans', 'Spans'),
    points: open('tidemark.ingest.points', 'Data points'),
  };
}
