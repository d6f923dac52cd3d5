import {
  type ChannelKind,
  type ChannelRegion,
  channelTargets,
  type KeyedTarget,
  type KindBy,
} from '../../schemas/channels/kinds.ts';

type KeyedKind = KindBy<'key'>;

/** Whether a channel of the kind is known to its service by a key. */
export const isKeyed = (kind: ChannelKind): kind is KeyedKind => channelTargets[kind] === 'key';

/**
 * Base URLs of the APIs.
 *  pagerduty  support.pagerduty.com, "Service Regions": events of an account in the EU go to a host of their own
 *  opsgenie   docs.opsgenie.com, "Alert API": the same
 */
const apiUrls: Readonly<Record<KeyedKind, Readonly<Record<ChannelRegion, string>>>> = {
  pagerduty: { us: 'https://events.pagerduty.com', eu: 'https://events.eu.pagerduty.com' },
  opsgenie: { us: 'https://api.opsgenie.com', eu: 'https://api.eu.opsgenie.com' },
};

/** The base URL of the API that knows the key, without a slash at its end. */
export const apiUrlOf = (kind: KeyedKind, target: KeyedTarget): string =>
  'url' in target ? target.url.replace(/\/+$/u, '') : apiUrls[kind][target.region];

/** The text that is sealed as the target of a channel. */
export const keyedTargetText = (target: KeyedTarget): string =>
  JSON.stringify(
    'url' in target
      ? { key: target.key, url: target.url }
      : { key: target.key, region: target.region },
  );

/** What `keyedTargetText` wrote. */
export const keyedTargetOf = (text: string): KeyedTarget => JSON.parse(text) as KeyedTarget;

/** Of a key, its last characters: enough to tell two apart, and no help with guessing the others. */
export const keyHint = ({ key }: KeyedTarget): string => `…${key.slice(-4)}`;

/** What is wrong with a key; undefined: nothing. It becomes part of a header. */
export const keyFault: Readonly<Record<KeyedKind, (key: string) => string | undefined>> = {
  pagerduty: key =>
    /^[A-Za-z0-9]{32}$/u.test(key)
      ? undefined
      : 'expected the integration key of an Events API v2 integration: 32 letters and digits',
  opsgenie: key =>
    /^[\w-]{16,100}$/u.test(key)
      ? undefined
      : 'expected the key of an API integration: 16 to 100 letters, digits, - and _',
};
