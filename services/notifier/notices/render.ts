import type { ClearLeads } from '../../../domain/alerts/leads.ts';
import {
  type AlertHistoryRow,
  alertHistory,
  alertKey,
} from '../../../projections/alerts/alert-history.ts';
import { clearLeads } from '../../../projections/alerts/clear-leads.ts';
import { type ChannelRow, channelKey, channels } from '../../../projections/channels/channels.ts';
import { mailLink } from '../../../projections/channels/mail-link.ts';
import { type Reach, reachOf } from '../../../projections/channels/reach.ts';
import { outageKey, outages } from '../../../projections/health/outages.ts';
import type { ChannelKind } from '../../../schemas/channels/kinds.ts';
import { recipientIdOf } from '../../../schemas/channels/recipient.ts';
import type { OrganizationId } from '../../../schemas/ids.ts';
import type { AlertItem, NoticeItem } from '../../../schemas/notices/events.ts';
import type { Described, DescribedAlert } from '../core/notices/described.ts';
import { type NoticeMail, noticeMail, testMail } from '../core/notices/notice-mail.ts';
import type { OpenNotice } from '../core/notices/target.ts';
import type { NotifierDependencies } from '../dependencies.ts';
import { withheldBy } from './permit.ts';

/** The content of a notice, for every kind of channel. */
export type RenderedNotice = NoticeMail & {
  readonly kind: ChannelKind;
  readonly to: string;
  readonly described: readonly Described[];
  readonly isTest: boolean;
  /** Of a mail. */
  readonly unsubscribeUrl?: string;
};

/** An error when nobody is left to write to. */
export async function renderNotice(
  { data }: OpenNotice,
  dependencies: Required<NotifierDependencies>,
  signal: AbortSignal,
): Promise<RenderedNotice | { readonly error: string }> {
  const { projections, keyring, publicUrl } = dependencies;
  await projections.barrier(signal);
  const { organizationId: id, channelId, items, heldBack, testId } = data;
  const channel = projections.get(channels, channelKey(id, channelId));
  const reach = channel && (await reachOf(channel, projections, keyring));
  if (channel === undefined || reach === undefined) return { error: 'the address is gone' };
  const withheld = withheldBy(reach);
  if (withheld !== undefined) return { error: `the address gets no mail (${withheld})` };
  const ofMail = await unsubscribeUrlOf(channel, reach, dependencies);
  const links = { publicUrl: publicUrl(), ...ofMail };
  const found = await Promise.all(items.map(item => describe(item, id, dependencies)));
  const described = found.flatMap(one => one ?? []);
  const content =
    testId === undefined ? noticeMail(described, { heldBack, ...links }) : testMail(links);
  const isTest = testId !== undefined;
  return { kind: channel.kind, to: reach.target, described, isTest, ...ofMail, ...content };
}

async function unsubscribeUrlOf(
  { organizationId, channelId }: ChannelRow,
  reach: Reach,
  dependencies: Required<NotifierDependencies>,
): Promise<{ readonly unsubscribeUrl?: string }> {
  if (reach.kind !== 'address') return {};
  const recipientId = recipientIdOf(organizationId, reach.recipient);
  const ids = [recipientId, organizationId, channelId] as const;
  return { unsubscribeUrl: await mailLink('unsubscribe', ids, dependencies) };
}

/** Undefined: it is not kept any more. */
async function describe(
  item: NoticeItem,
  organizationId: OrganizationId,
  { projections, keyring }: Pick<NotifierDependencies, 'projections' | 'keyring'>,
): Promise<Described | undefined> {
  if ('alertId' in item) {
    const row = projections.get(alertHistory, alertKey(organizationId, item.alertId));
    return row && describedAlert(item, row, await clearLeads(row, keyring));
  }
  const outage = projections.get(outages, outageKey(organizationId, item.outageId));
  return outage && { ...outage, why: item.why };
}

function describedAlert(
  { alertId, why }: AlertItem,
  row: AlertHistoryRow,
  leads: ClearLeads,
): DescribedAlert {
  const { rule, ruleVersion, value, triggeredAtMs, evidence, resolved } = row;
  return {
    alertId,
    why,
    rule,
    ruleVersion,
    value,
    triggeredAtMs,
    evidence,
    leads,
    ...(resolved !== undefined && { resolved }),
  };
}
