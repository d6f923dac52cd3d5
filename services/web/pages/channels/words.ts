import type { ResponseOf } from '../../../../schemas/http/routes.ts';
import type { Tone } from '../../ui/badge.tsx';

export type Channel = ResponseOf<'listChannels'>['channels'][number];
export type Rule = Pick<
  ResponseOf<'listAlertRules'>['rules'][number],
  'id' | 'name' | 'channel_ids' | 'enabled'
>;

/** What a channel of a type is called, which field says where it sends, and where that text comes from. */
export type Kind = {
  readonly name: string;
  readonly field: 'address' | 'url' | 'key';
  readonly label: string;
  readonly about: string;
};

export const kinds: Readonly<Record<Channel['type'], Kind>> = {
  email: {
    name: 'Mail',
    field: 'address',
    label: 'Address',
    about: 'An address that is no member’s gets a link to confirm it.',
  },
  slack: {
    name: 'Slack',
    field: 'url',
    label: 'URL of the webhook',
    about: 'The URL of an incoming webhook of Slack.',
  },
  teams: {
    name: 'Microsoft Teams',
    field: 'url',
    label: 'URL of the workflow',
    about:
      'In Teams: Workflows, one that posts to a channel or chat when a webhook request is received. URLs of connectors are no longer supported by Teams.',
  },
  discord: {
    name: 'Discord',
    field: 'url',
    label: 'URL of the webhook',
    about: 'In Discord: settings of the channel, Integrations, Webhooks.',
  },
  pagerduty: {
    name: 'PagerDuty',
    field: 'key',
    label: 'Integration key',
    about:
      'In PagerDuty: a service, Integrations, Events API v2. Each alert opens an incident, and resolves it when it is over.',
  },
  opsgenie: {
    name: 'Opsgenie',
    field: 'key',
    label: 'API key',
    about:
      'In Opsgenie: a team, Integrations, API. Each alert opens one there, and closes it when it is over.',
  },
  webhook: {
    name: 'Webhook',
    field: 'url',
    label: 'URL',
    about: 'Notices are sent to it by POST, as JSON.',
  },
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
