import { channelKey, channels } from '../../../projections/channels/channels.ts';
import { type Reach, reachOf } from '../../../projections/channels/reach.ts';
import type {
  NoticePlanned,
  NoticeWithheld,
  WithheldReason,
} from '../../../schemas/notices/events.ts';
import type { Target } from '../core/notices/target.ts';
import type { NotifierDependencies } from '../dependencies.ts';
import { countNotice } from './count-notice.ts';

type Planned = { readonly target: Target; readonly fact: NoticePlanned };

/**
 * What is recorded of a notice that is due: it is withheld if its address may get no mail, or no more today. A test was
 * permitted and counted by the decider.
 */
export async function permitNotice(
  planned: Planned,
  dependencies: Required<NotifierDependencies>,
  signal: AbortSignal,
): Promise<NoticePlanned | NoticeWithheld> {
  const { organizationId, channelId, items, testId } = planned.fact.data;
  if (testId !== undefined) return planned.fact;
  const { projections, keyring } = dependencies;
  await projections.barrier(signal);
  const channel = projections.get(channels, channelKey(organizationId, channelId));
  const reach = channel && (await reachOf(channel, projections, keyring));
  const reason = withheldBy(reach) ?? (await isFull(planned, reach, dependencies));
  if (reason === undefined) return planned.fact;
  return { type: 'NoticeWithheld', data: { organizationId, channelId, items, reason } };
}

/** Also looked at before each attempt to send: an address may unsubscribe meanwhile. */
export function withheldBy(reach: Reach | undefined): WithheldReason | undefined {
  if (reach?.kind !== 'address') return undefined;
  if (reach.standing === 'unconfirmed') return 'channel_unconfirmed';
  return reach.standing === 'unsubscribed' ? 'unsubscribed' : undefined;
}

/** Members get as many as their channels may send. */
async function isFull(
  { target, fact }: Planned,
  reach: Reach | undefined,
  dependencies: Required<NotifierDependencies>,
): Promise<WithheldReason | undefined> {
  if (reach?.kind !== 'address' || reach.standing === 'member') return undefined;
  const name = `${target.id} ${target.revision + 1}`;
  const { mailboxHash } = reach.recipient;
  const isCounted = await countNotice({ name, mailboxHash, ...fact.data }, dependencies);
  return isCounted ? undefined : 'address_limit';
}
