import { openHandlers } from '../../platform/http/features.ts';
import type { Handlers } from '../../platform/http/handler.ts';
import { apiKeys } from '../../projections/api-keys/api-keys.ts';
import { commandResults } from '../../projections/commands/command-results.ts';
import { conversationList } from '../../projections/copilot/conversation-list.ts';
import { conversations } from '../../projections/copilot/conversations.ts';
import { modelUse } from '../../projections/copilot/model-use.ts';
import { eventClock } from '../../projections/engine/event-clock.ts';
import type { Projection } from '../../projections/engine/projection.ts';
import { erasures } from '../../projections/organizations/erasures.ts';
import { sessions } from '../../projections/sessions/sessions.ts';
import type { RouteNameOf } from '../../schemas/http/routes.ts';
import { accounts } from './accounts/feature.ts';
import { alerts } from './alerts/feature.ts';
import { anomalies } from './anomalies/feature.ts';
import { apiKeyReads } from './api-keys/feature.ts';
import { attributes } from './attributes/feature.ts';
import { audit } from './audit/feature.ts';
import { billing } from './billing/feature.ts';
import { causes } from './causes/feature.ts';
import { channels } from './channels/feature.ts';
import { openCopilot } from './copilot/feature.ts';
import { withCsv } from './csv/with-csv.ts';
import { errors } from './errors/feature.ts';
import { health } from './health/feature.ts';
import { llm } from './llm/feature.ts';
import { openMcp, openTools } from './mcp/feature.ts';
import type { ToolActs } from './mcp/run-tool.ts';
import { me } from './me/feature.ts';
import { members } from './members/feature.ts';
import { metrics } from './metrics/feature.ts';
import { notices } from './notices/feature.ts';
import { oauth } from './oauth/feature.ts';
import { organizations } from './organizations/feature.ts';
import { releases } from './releases/feature.ts';
import { replays } from './replays/feature.ts';
import { rootCauses } from './root-causes/feature.ts';
import { serviceMap } from './service-map/feature.ts';
import { services } from './services/feature.ts';
import { openShared, type QueryApiDependencies, type QueryShared } from './shared.ts';
import { silences } from './silences/feature.ts';
import { slos } from './slos/feature.ts';
import { snapshots } from './snapshots/feature.ts';
import { sourceMaps } from './source-maps/feature.ts';
import { traces } from './traces/feature.ts';
import { triage } from './triage/feature.ts';
import { versions } from './versions/feature.ts';
import { webhooks } from './webhooks/feature.ts';
import { widgets } from './widgets/feature.ts';

type Route = RouteNameOf<'query-api'>;

const features = [
  accounts,
  alerts,
  anomalies,
  apiKeyReads,
  attributes,
  audit,
  billing,
  channels,
  errors,
  health,
  llm,
  me,
  members,
  metrics,
  notices,
  oauth,
  organizations,
  rootCauses,
  causes,
  serviceMap,
  services,
  silences,
  slos,
  releases,
  replays,
  snapshots,
  sourceMaps,
  traces,
  triage,
  versions,
  webhooks,
  widgets,
] as const;

/** What its features read, and what every process reads that checks keys and answers commands. */
export const queryProjections: readonly Projection[] = [
  apiKeys,
  erasures,
  commandResults,
  conversationList,
  conversations,
  eventClock,
  modelUse,
  sessions,
  ...features.flatMap(({ projections }): readonly Projection[] => projections),
];

/** Of the features, whose reads are also tools. */
const handlers = openHandlers<
  Exclude<Route, 'callMcp' | keyof ReturnType<typeof openCopilot>>,
  QueryShared
>()(features);

/** The handlers of every route that query-api serves; `acts`: commands of another role that its tools send. */
export function queryHandlers(dependencies: QueryApiDependencies, acts: ToolActs): Handlers<Route> {
  const shared = openShared(dependencies);
  const reads = handlers(shared);
  const tools = openTools(shared, reads, acts);
  return { ...withCsv(reads), ...openMcp(tools), ...openCopilot(tools) };
}
