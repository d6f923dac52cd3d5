import type { z } from 'zod';
import type { Transition } from '../../../../domain/alerts/replay/transition.ts';
import { silences as holds, type Silenceable } from '../../../../domain/silences/silence.ts';
import {
  type ChannelRow,
  channelKey,
  channels,
} from '../../../../projections/channels/channels.ts';
import type { DomainState } from '../../../../projections/engine/read/history.ts';
import {
  type SilenceRow,
  silenceKey,
  silences,
} from '../../../../projections/silences/silences.ts';
import type { backtestNotice } from '../../../../schemas/alerts/backtest-route.ts';
import { type AlertRuleId, alertRuleId } from '../../../../schemas/alerts/ids.ts';
import type { AlertRule } from '../../../../schemas/alerts/rule.ts';
import type { OrganizationId } from '../../../../schemas/ids.ts';
import { allOf, rowsOf } from '../../bounds/rows.ts';
import { instantOf } from '../figures.ts';
import { backtestLimits } from './config.ts';

/** Whom an organization tells now, and what it has silenced. */
export type NoticeTargets = {
  readonly channels: readonly ChannelRow[];
  readonly silences: readonly SilenceRow[];
};

export async function readNoticeTargets(
  organizationId: OrganizationId,
  state: DomainState,
): Promise<NoticeTargets> {
  const { channelsMax, silencesMax } = backtestLimits;
  const ofChannels = { prefix: channelKey(organizationId, ''), max: channelsMax };
  const ofSilences = { prefix: silenceKey(organizationId, ''), max: silencesMax };
  return {
    channels: await allOf(rowsOf(state, channels, ofChannels)),
    silences: await allOf(rowsOf(state, silences, ofSilences)),
  };
}

type Noticed = { readonly rule: AlertRule; readonly ruleId: AlertRuleId | undefined };

/** The notices that each channel of a rule would have received: of a firing alert, and of its end. */
export function noticesOf(
  transitions: readonly Transition[],
  { rule, ruleId = alertRuleId('') }: Noticed,
  targets: NoticeTargets,
): z.input<typeof backtestNotice>[] {
  const { scope, severity, channelIds } = rule;
  const service = scope.type === 'service' ? scope.service : undefined;
  const told = targets.channels.filter(
    ({ enabled, channelId }) =>
      enabled && (channelIds.length === 0 || channelIds.includes(channelId)),
  );
  return transitions.flatMap(({ type, tickMs }) => {
    if (type === 'amended') return [];
    const silenced = isSilenced({ ruleId, service, severity }, tickMs, targets);
    const why = type === 'triggered' ? 'first' : 'resolved';
    return told.map(({ channelId, name }) => ({
      at: instantOf(tickMs),
      why,
      channel_id: channelId,
      channel_name: name,
      silenced,
    }));
  });
}

const isSilenced = (alert: Silenceable, atMs: number, { silences: all }: NoticeTargets): boolean =>
  all.some(
    silence =>
      (silence.endedAtMs === undefined || silence.endedAtMs > atMs) && holds(silence, alert, atMs),
  );
