import { openHandlers } from '../../platform/http/features.ts';
import type { Handlers } from '../../platform/http/handler.ts';
import { apiKeys } from '../../projections/api-keys/api-keys.ts';
import { commandResults } from '../../projections/commands/command-results.ts';
import { eventClock } from '../../projections/engine/event-clock.ts';
import type { Projection } from '../../projections/engine/projection.ts';
import { sessions as sessionRows } from '../../projections/sessions/sessions.ts';
import { versions } from '../../projections/versions/versions.ts';
import type { RouteNameOf } from '../../schemas/http/routes.ts';
import { accounts } from './accounts/feature.ts';
import { openNetworkWrongCodes } from './accounts/network-wrong-codes.ts';
import { alerts } from './alerts/feature.ts';
import { anomalies } from './anomalies/feature.ts';
import { apiKeyManagement } from './api-keys/feature.ts';
import { billing } from './billing/feature.ts';
import { channels } from './channels/feature.ts';
import { copilot } from './copilot/feature.ts';
import { errors } from './errors/feature.ts';
import { health } from './health/feature.ts';
import { members } from './members/feature.ts';
import { oauth } from './oauth/feature.ts';
import { organizations } from './organizations/feature.ts';
import { openQuotas } from './quotas/open.ts';
import { releases } from './releases/feature.ts';
import { replays } from './replays/feature.ts';
import { sessions } from './sessions/feature.ts';
import type { IngestApiDependencies, IngestShared } from './shared.ts';
import { silences } from './silences/feature.ts';
import { slos } from './slos/feature.ts';
import { snapshots } from './snapshots/feature.ts';
import { sourceMaps } from './source-maps/feature.ts';
import { telemetry } from './telemetry/feature.ts';
import { triage } from './triage/feature.ts';
import { webhooks } from './webhooks/feature.ts';

type Route =
  | RouteNameOf<'ingest-api'>
  | 'adminEraseOrganization'
  | 'adminErasure'
  | 'adminKeys'
  | 'adminRevokeKey';

const features = [
  accounts,
  alerts,
  anomalies,
  apiKeyManagement,
  billing,
  channels,
  errors,
  copilot,
  health,
  members,
  oauth,
  organizations,
  sessions,
  silences,
  slos,
  releases,
  replays,
  snapshots,
  sourceMaps,
  telemetry,
  triage,
  webhooks,
] as const;

/** What its features read, and what every process reads that checks keys and answers commands. */
export const ingestProjections: readonly Projection[] = [
  apiKeys,
  commandResults,
  eventClock,
  sessionRows,
  versions,
  ...features.flatMap(({ projections }): readonly Projection[] => projections),
];

const handlers = openHandlers<Route, IngestShared>()(features);

/** The handlers of every route that ingest-api serves. */
export const ingestHandlers = (dependencies: IngestApiDependencies): Handlers<Route> =>
  handlers({
    ...dependencies,
    outcomes: dependencies.projections,
    quotas: openQuotas(dependencies),
    wrongCodes: openNetworkWrongCodes({ now: dependencies.clock }),
  });
