import { integrations } from './accounts/integrations.ts';
import { registrations } from './accounts/registrations.ts';
import { users } from './accounts/users.ts';
import { alertHistory } from './alerts/alert-history.ts';
import { alertResolutions } from './alerts/alert-resolutions.ts';
import { alertRules } from './alerts/alert-rules.ts';
import { alertState } from './alerts/alert-state.ts';
import { evaluatedRules } from './alerts/evaluated-rules.ts';
import { ruleVersions } from './alerts/rule-versions.ts';
import { anomalies } from './anomalies/anomalies.ts';
import { anomalyClock } from './anomalies/anomaly-clock.ts';
import { apiKeys } from './api-keys/api-keys.ts';
import { organizationKeys } from './api-keys/organization-keys.ts';
import { audit } from './audit/audit.ts';
import { auditByKind } from './audit/audit-kinds.ts';
import { auditResources } from './audit/audit-resources.ts';
import { changedBytes } from './billing/changed-bytes.ts';
import { checkouts } from './billing/checkouts.ts';
import { closedPeriods } from './billing/closed-periods.ts';
import { payments } from './billing/payments.ts';
import { subscriptions } from './billing/subscriptions.ts';
import { channels } from './channels/channels.ts';
import { recipients } from './channels/recipients.ts';
import { commandResults } from './commands/command-results.ts';
import { conversationList } from './copilot/conversation-list.ts';
import { conversations } from './copilot/conversations.ts';
import { modelUse } from './copilot/model-use.ts';
import { eventClock } from './engine/event-clock.ts';
import type { Projection } from './engine/projection.ts';
import { errorGroups } from './errors/error-groups.ts';
import { healthChecks } from './health/health-checks.ts';
import { outages } from './health/outages.ts';
import { memberAddresses } from './members/member-addresses.ts';
import { members } from './members/members.ts';
import { alertNotices } from './notices/alert-notices.ts';
import { noticeDeliveries } from './notices/notice-deliveries.ts';
import { grantTokens } from './oauth/grant-tokens.ts';
import { grants } from './oauth/grants.ts';
import { erasures } from './organizations/erasures.ts';
import { organizations } from './organizations/organizations.ts';
import { deploys } from './releases/deploys.ts';
import { releaseCounts } from './releases/release-counts.ts';
import { releases } from './releases/releases.ts';
import { deletedReplays } from './replays/deleted-replays.ts';
import { replayDeletions } from './replays/replay-deletions.ts';
import { replaySettings } from './replays/replay-settings.ts';
import { mailboxOrganizations } from './sessions/mailbox-organizations.ts';
import { sessionRequests } from './sessions/session-requests.ts';
import { sessions } from './sessions/sessions.ts';
import { silences } from './silences/silences.ts';
import { objectives } from './slos/objectives.ts';
import { breakpointChanges } from './snapshots/breakpoint-changes.ts';
import { breakpoints } from './snapshots/breakpoints.ts';
import { killSwitches } from './snapshots/kill-switches.ts';
import { serviceBreakpoints } from './snapshots/service-breakpoints.ts';
import { snapshots } from './snapshots/snapshots.ts';
import { releasedSourceMaps } from './source-maps/released-source-maps.ts';
import { sourceMapCounts } from './source-maps/source-map-counts.ts';
import { sourceMaps } from './source-maps/source-maps.ts';
import { triageInbox } from './triage/triage-inbox.ts';
import { versions } from './versions/versions.ts';
import { feed } from './webhooks/feed.ts';
import { webhookDeliveries } from './webhooks/webhook-deliveries.ts';
import { webhooks } from './webhooks/webhooks.ts';

/** Every projection but the books of roles. A process runs those that its roles read. */
export const allProjections: readonly Projection[] = [
  alertHistory,
  alertNotices,
  alertResolutions,
  alertRules,
  alertState,
  anomalies,
  anomalyClock,
  apiKeys,
  audit,
  auditByKind,
  auditResources,
  breakpointChanges,
  breakpoints,
  changedBytes,
  channels,
  closedPeriods,
  commandResults,
  conversationList,
  conversations,
  deletedReplays,
  modelUse,
  deploys,
  erasures,
  errorGroups,
  evaluatedRules,
  eventClock,
  grants,
  grantTokens,
  healthChecks,
  integrations,
  killSwitches,
  mailboxOrganizations,
  noticeDeliveries,
  objectives,
  outages,
  organizationKeys,
  memberAddresses,
  members,
  organizations,
  recipients,
  registrations,
  releaseCounts,
  replaySettings,
  releasedSourceMaps,
  releases,
  replayDeletions,
  ruleVersions,
  serviceBreakpoints,
  sessionRequests,
  sessions,
  silences,
  sourceMapCounts,
  sourceMaps,
  checkouts,
  snapshots,
  payments,
  subscriptions,
  triageInbox,
  users,
  versions,
  feed,
  webhookDeliveries,
  webhooks,
];
