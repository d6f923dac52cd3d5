import type { ResponseOf } from '../../../../schemas/http/routes.ts';
import {
  alertLink,
  checkLink,
  conversationLink,
  itemLink,
  type PageLink,
  ruleLink,
  webhookLink,
} from '../../links.ts';
import { wholeMinute } from '../../time/time-search.ts';

export type Entry = ResponseOf<'audit'>['events'][number];

const minuteMs = 60_000;

/** The minutes of the slider on both sides of an instant; `after` is undefined, which is now, while its minute runs. */
export function minutesAround(at: string, nowMs: number) {
  const beforeMs = Date.parse(wholeMinute(Date.parse(at)));
  const afterMs = beforeMs + minuteMs;
  return {
    before: new Date(beforeMs).toISOString(),
    after: afterMs <= nowMs ? new Date(afterMs).toISOString() : undefined,
  };
}

type Thing = { readonly text: string; readonly link: (id: string, entry: Entry) => PageLink };

const list = (to: string) => (): PageLink => ({ to });

/** Things that have a page, or a list, by the type of a resource. */
const things: Readonly<Record<string, Thing>> = {
  'alert-rule': { text: 'the rule', link: ruleLink },
  alert: { text: 'the alert', link: alertOf },
  triage: { text: 'the item', link: itemLink },
  'health-check': { text: 'the check', link: checkLink },
  webhook: { text: 'the webhook', link: webhookLink },
  conversation: { text: 'the conversation', link: conversationLink },
  anomaly: { text: 'anomalies', link: list('/anomalies') },
  'error-group': { text: 'errors', link: list('/errors') },
  silence: { text: 'silences', link: list('/silences') },
  channel: { text: 'channels', link: list('/channels') },
  recipient: { text: 'channels', link: list('/channels') },
  breakpoint: { text: 'breakpoints', link: list('/snapshots') },
  snapshots: { text: 'snapshots', link: list('/snapshots') },
  'api-key': { text: 'API keys', link: list('/keys') },
  'source-map': { text: 'source maps', link: list('/source-maps') },
  subscription: { text: 'billing', link: list('/billing') },
  checkout: { text: 'billing', link: list('/billing') },
  organization: { text: 'settings', link: list('/settings') },
};

export const thingText = (type: string): string => things[type]?.text ?? type;

/** The page of what an entry is about; undefined where there is none. */
export const thingLink = (entry: Entry): PageLink | undefined =>
  things[entry.resource.type]?.link(entry.resource.id, entry);

/** The alerts of a rule share a stream, so an entry names its rule, and the alert itself when it begins. */
function alertOf(rule: string, { changes }: Entry): PageLink {
  const id = changes.find(({ field }) => field === 'alert_id')?.after;
  return typeof id === 'string' ? alertLink(id) : { to: '/alerts', search: { state: 'all', rule } };
}

const actorTexts = {
  key: 'API key',
  session: 'registration',
  user: 'person',
  operator: 'the operator',
  system: 'Tidemark',
} as const;

const idCharacters = 8;

/** Who did it, in words. */
export function whoText({ type, id }: Entry['actor']): string {
  if (id === null) return actorTexts[type];
  return type === 'system'
    ? `${actorTexts.system} (${id})`
    : `${actorTexts[type]} ${id.slice(0, idCharacters)}`;
}
