import type { BlobStore } from '../../platform/blob-store/port.ts';
import type { Handlers } from '../../platform/http/handler.ts';
import type { RecentRequests } from '../../platform/http/recent.ts';
import type { Keyring } from '../../platform/keyring/port.ts';
import type { Metrics } from '../../platform/metrics/registry.ts';
import type { TopicLog } from '../../platform/topic-log/port.ts';
import type { Projections } from '../../projections/run.ts';
import { listKeys, revokeKey } from './accounts/keys.ts';
import { register } from './accounts/register.ts';
import { openRegistrationLimit } from './accounts/registration-limit.ts';
import { verify } from './accounts/verify.ts';
import type { IngestAdmission } from './admission/open.ts';
import { openExamine } from './examine/open.ts';
import { recentIngest } from './recent.ts';
import { exportTraces, type TracesDependencies } from './traces.ts';

export type IngestApiDependencies = {
  readonly topicLog: TopicLog;
  readonly blobStore: BlobStore;
  readonly keyring: Keyring;
  readonly projections: Projections;
  readonly metrics: Metrics;
  readonly clock: () => number;
  readonly registrationsPerHour: number;
  readonly publicUrl: () => string;
  readonly recent: Pick<RecentRequests, 'sentBy'>;
  readonly admission: Pick<IngestAdmission, 'appended'>;
};

type IngestRoute =
  | 'exportTraces'
  | 'recentIngest'
  | 'register'
  | 'verify'
  | 'adminKeys'
  | 'adminRevokeKey';

/** The handlers of every route that ingest-api serves. */
export function ingestHandlers(dependencies: IngestApiDependencies): Handlers<IngestRoute> {
  const { topicLog, keyring, projections, clock, registrationsPerHour, publicUrl } = dependencies;
  const limit = openRegistrationLimit({ perHourMax: registrationsPerHour, now: clock });
  return {
    exportTraces: exportTraces({
      ...dependencies,
      appended: dependencies.admission.appended,
      examine: openExamine(),
      count: openCount(dependencies.metrics),
    }),
    recentIngest: recentIngest(dependencies),
    register: register({ topicLog, outcomes: projections, keyring, limit }),
    verify: verify({
      topicLog,
      projections,
      keyring,
      dashboardUrl: service => `${publicUrl()}/services/${encodeURIComponent(service)}`,
    }),
    adminKeys: listKeys({ projections }),
    adminRevokeKey: revokeKey({ topicLog, projections, keyring }),
  };
}

function openCount(metrics: Metrics): TracesDependencies['count'] {
  const spans = metrics.counter({
    name: 'tidemark.ingest.spans',
    help: 'Spans by outcome: accepted are durable, refused were named to their sender.',
  });
  const bytes = metrics.counter({
    name: 'tidemark.ingest.bytes',
    help: 'Inflated bytes of request bodies.',
    unit: 'By',
  });
  return outcome => {
    spans.add(outcome.accepted, { outcome: 'accepted' });
    if (outcome.refused > 0) spans.add(outcome.refused, { outcome: 'refused' });
    bytes.add(outcome.bytes);
  };
}
