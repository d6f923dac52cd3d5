import type { ResponseOf } from '../../../../schemas/http/routes.ts';
import type { Tone } from '../../ui/badge.tsx';

export type Channel = ResponseOf<'listChannels'>['channels'][number];
export type Rule = Pick<
  ResponseOf<'listAlertRules'>['rules'][number],
  'id' | 'name' | 'channel_ids' | 'enabled'
>;

export const kinds: Readonly<Record<Channel['type'], string>> = {
  email: 'Mail',
  slack: 'Slack',
  webhook: 'Webhook',
};

/** Whether notices reach somebody by it. */
export function stateOf({ enabled, status }: Channel): readonly [Tone, string] {
  if (status === 'unsubscribed') return ['critical', 'unsubscribed'];
  if (status === 'unconfirmed') return ['warning', 'not confirmed yet'];
  return enabled ? ['ok', 'enabled'] : ['muted', 'disabled'];
}

/** What the notices of a channel come from, beside health checks, which tell every channel. */
export type Use = {
  /** Rules that name no channel: they tell every enabled one. */
  readonly ofAll: number;
  readonly named: readonly Rule[];
};

export const useOf = ({ id }: Pick<Channel, 'id'>, rules: readonly Rule[]): Use => ({
  ofAll: rules.filter(({ channel_ids: ids }) => ids.length === 0).length,
  named: rules.filter(({ channel_ids: ids }) => ids.includes(id)),
});

export const remindText = (minutes: number): string =>
  minutes === 0 ? 'none' : `every ${minutes} min`;
