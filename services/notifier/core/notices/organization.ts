import type { Silenceable } from '../../../../domain/silences/silence.ts';
import type { AlertRuleId } from '../../../../schemas/alerts/ids.ts';
import type { HealthCheckId, OutageId } from '../../../../schemas/health/ids.ts';
import type { ChannelId, OrganizationId } from '../../../../schemas/ids.ts';
import type { NoticeSubject } from '../../../../schemas/notices/events.ts';
import type { SilenceId } from '../../../../schemas/silences/ids.ts';
import type { Silence } from '../../../../schemas/silences/silence.ts';

/** What notices of an organization depend on. */
export type Organization = {
  readonly id: OrganizationId;
  /** Without removed ones. */
  readonly channels: Set<ChannelId>;
  /** Channels of each rule; empty: every channel. */
  readonly rules: Map<AlertRuleId, readonly ChannelId[]>;
  /** Alerts that fire, and outages of checks. */
  readonly lasting: Map<NoticeSubject, Silenceable>;
  /** The outage of each check that fails. */
  readonly outages: Map<HealthCheckId, OutageId>;
  /** Targets that were notified of what still lasts, by their ids. */
  readonly notifiedTargets: Map<NoticeSubject, Set<string>>;
  /** Without those that ended. */
  readonly silences: Map<SilenceId, Silence>;
};

export const newOrganization = (id: OrganizationId): Organization => ({
  id,
  channels: new Set(),
  rules: new Map(),
  lasting: new Map(),
  outages: new Map(),
  notifiedTargets: new Map(),
  silences: new Map(),
});
