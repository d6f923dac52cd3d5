import type { AlertId, AlertRuleId } from '../../../../schemas/alerts/ids.ts';
import type { ChannelId, OrganizationId } from '../../../../schemas/ids.ts';
import type { SilenceId } from '../../../../schemas/silences/ids.ts';
import type { Silence, SilencedAlert } from '../../../../schemas/silences/silence.ts';
import type { Target } from './target.ts';

/** What notices of an organization depend on. */
export type Organization = {
  readonly id: OrganizationId;
  /** Without removed ones. */
  readonly channels: Set<ChannelId>;
  /** Channels of each rule; empty: every channel. */
  readonly rules: Map<AlertRuleId, readonly ChannelId[]>;
  readonly firing: Map<AlertId, SilencedAlert>;
  /** Channels that were notified of an alert that still fires. */
  readonly notifiedTargets: Map<AlertId, Set<Target>>;
  /** Without those that ended. */
  readonly silences: Map<SilenceId, Silence>;
};
