import type { ResponseOf } from '../../../schemas/http/routes.ts';

export type Notice = ResponseOf<'alertNotices'>['notices'][number];

const reasons: Readonly<Record<NonNullable<Notice['reason']>, string>> = {
  silenced: 'a silence holds it',
  flood_limit: 'the channel had its notices of this hour; the next one counts it',
  channel_disabled: 'the channel is disabled',
  channel_removed: 'the channel was removed',
  channel_unconfirmed: 'the address was never confirmed',
  unsubscribed: 'the address unsubscribed',
  address_limit: 'the address had its mails of this day',
  no_channel: 'there was no channel',
};

/** Why a channel was not told, or not yet; empty when it was. */
export function reasonText({ result, reason, error, attempts }: Notice): string {
  if (reason !== null) return reasons[reason];
  if (result === 'overtaken') return 'a newer notice took its place';
  if (result === 'sent' || error === null) return '';
  return `${error} (${attempts} ${attempts === 1 ? 'attempt' : 'attempts'})`;
}

/** How many notices reached somebody; undefined when there are none. */
export function toldText(notices: readonly Notice[]): string | undefined {
  const sent = notices.filter(({ result }) => result === 'sent').length;
  if (notices.length === 0) return undefined;
  return notices.length === sent ? `${sent} sent` : `${sent} sent, ${notices.length - sent} not`;
}
