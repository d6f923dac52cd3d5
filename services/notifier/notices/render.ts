import {
  type AlertHistoryRow,
  alertHistory,
  alertKey,
} from '../../../projections/alerts/alert-history.ts';
import { channelKey, channels } from '../../../projections/channels/channels.ts';
import type { Projections } from '../../../projections/engine/run.ts';
import { outageKey, outages } from '../../../projections/health/outages.ts';
import type { ChannelKind } from '../../../schemas/channels/events.ts';
import type { OrganizationId } from '../../../schemas/ids.ts';
import type { AlertItem, NoticeItem } from '../../../schemas/notices/events.ts';
import type { Described, DescribedAlert } from '../core/notices/described.ts';
import { type NoticeMail, noticeMail, testMail } from '../core/notices/notice-mail.ts';
import type { OpenNotice } from '../core/notices/target.ts';
import type { NotifierDependencies } from '../dependencies.ts';

/** The content of a notice, for every kind of channel. */
export type RenderedNotice = NoticeMail & {
  readonly kind: ChannelKind;
  readonly to: string;
  readonly described: readonly Described[];
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
  if (testId !== undefined) return { kind, to, described: [], ...testMail(publicUrl()) };
  const described = items.flatMap(item => describe(item, id, projections) ?? []);
  return { kind, to, described, ...noticeMail(described, { heldBack, publicUrl: publicUrl() }) };
}

/** Undefined: it is not kept any more. */
function describe(
  item: NoticeItem,
  organizationId: OrganizationId,
  projections: Pick<Projections, 'get'>,
): Described | undefined {
  if ('alertId' in item) {
    const row = projections.get(alertHistory, alertKey(organizationId, item.alertId));
    return row && describedAlert(item, row);
  }
  const outage = projections.get(outages, outageKey(organizationId, item.outageId));
  return outage && { ...outage, why: item.why };
}

function describedAlert({ alertId, why }: AlertItem, row: AlertHistoryRow): DescribedAlert {
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
