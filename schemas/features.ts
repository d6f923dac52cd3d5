import { accounts } from './accounts/feature.ts';
import { admin } from './admin/feature.ts';
import { alerts } from './alerts/feature.ts';
import { anomalies } from './anomalies/feature.ts';
import { apiKeys } from './api-keys/feature.ts';
import { audit } from './audit/feature.ts';
import { billing } from './billing/feature.ts';
import { causes } from './causes/feature.ts';
import { channels } from './channels/feature.ts';
import { commands } from './commands/feature.ts';
import { copilot } from './copilot/feature.ts';
import { deliveries } from './deliveries/feature.ts';
import { errors } from './errors/feature.ts';
import { health } from './health/feature.ts';
import { llm } from './llm/feature.ts';
import { mcp } from './mcp/feature.ts';
import { me } from './me/feature.ts';
import { members } from './members/feature.ts';
import { metrics } from './metrics/feature.ts';
import { notices } from './notices/feature.ts';
import { oauth } from './oauth/feature.ts';
import { organizations } from './organizations/feature.ts';
import { probes } from './probes/feature.ts';
import { releases } from './releases/feature.ts';
import { replays } from './replays/feature.ts';
import { rootCauses } from './root-causes/feature.ts';
import { serviceMap } from './service-map/feature.ts';
import { services } from './services/feature.ts';
import { sessions } from './sessions/feature.ts';
import { silences } from './silences/feature.ts';
import { slos } from './slos/feature.ts';
import { snapshots } from './snapshots/feature.ts';
import { sourceMaps } from './source-maps/feature.ts';
import { telemetry } from './telemetry/feature.ts';
import { traces } from './traces/feature.ts';
import { triage } from './triage/feature.ts';
import { webhooks } from './webhooks/feature.ts';
import { widgets } from './widgets/feature.ts';

/** Every feature. Where two routes fit a path, the one of the earlier feature serves it. */
export const features = [
  traces,
  metrics,
  telemetry,
  accounts,
  sessions,
  me,
  services,
  serviceMap,
  errors,
  alerts,
  anomalies,
  triage,
  health,
  widgets,
  slos,
  billing,
  organizations,
  members,
  audit,
  channels,
  silences,
  notices,
  webhooks,
  deliveries,
  snapshots,
  llm,
  rootCauses,
  causes,
  copilot,
  sourceMaps,
  releases,
  replays,
  mcp,
  oauth,
  commands,
  apiKeys,
  admin,
  probes,
] as const;

type Feature = (typeof features)[number];

type Types = NonNullable<Feature['types']>;

export type CommandPayload = Types['command'];

export type EventPayload = Types['event'];

/** Why a command was rejected: the word that a client reads in `code`. */
export type RejectionReason = KeysOf<Feature['rejections']> & string;

type KeysOf<Each> = Each extends unknown ? keyof Each : never;

export const commandNames: ReadonlySet<string> = new Set(
  features.flatMap(({ commands: names }) => Object.keys(names)),
);

/** The HTTP status of each rejection. */
export const rejectionStatuses = Object.assign(
  {},
  ...features.map(({ rejections }) => rejections),
) as { readonly [Reason in RejectionReason]: number };
