import {
  type AlertHistoryRow,
  alertHistory,
  alertKey,
} from '../../../projections/alerts/alert-history.ts';
import { channelKey, channels } from '../../../projections/channels/channels.ts';
import type { ChannelKind } from '../../../schemas/channels/events.ts';
import type { NoticeItem } from '../../../schemas/notices/events.ts';
import {
  type DescribedAlert,
  type NoticeMail,
  noticeMail,
  testMail,
} from '../core/notices/notice-mail.ts';
import type { OpenNotice } from '../core/notices/target.ts';
import type { NotifierDependencies } from '../dependencies.ts';

/** The content of a notice, for every kind of channel. */
export type RenderedNotice = NoticeMail & {
  readonly kind: ChannelKind;
  readonly to: string;
  readonly alerts: readonly DescribedAlert[];
};

/** Undefined when nobody is left to write to. */
export async function renderNotice(
  { data }: OpenNotice,
  { projections, keyring, publicUrl }: Required<NotifierDependencies>,
  signal: AbortSignal,
): Promise<RenderedNotice | undefined> {
  await projections.barrier(signal);
  const { organizationId: id, channelId, items, heldBack, testId } = data;
  const channel = projections.get(channels, channelKey(id, channelId));
  const to = channel && (await keyring.unseal({ kind: 'organization', id }, channel.target));
  if (channel === undefined || to === undefined) return undefined;
  const { kind } = channel;
  if (testId !== undefined) return { kind, to, alerts: [], ...testMail(publicUrl()) };
  const alerts = items.flatMap(item => {
    const row = projections.get(alertHistory, alertKey(id, item.alertId));
    return row === undefined ? [] : [described(item, row)];
  });
  return { kind, to, alerts, ...noticeMail(alerts, { heldBack, publicUrl: publicUrl() }) };
}

function described({ alertId, why }: NoticeItem, row: AlertHistoryRow): DescribedAlert {
  const { rule, ruleVersion, value, triggeredAtMs, evidence, resolved } = row;
  return {
    alertId,
    why,
    rule,
    ruleVersion,
    value,
    triggeredAtMs,
    evidence,
    ...(resolved !== undefined && { resolved }),
  };
}
