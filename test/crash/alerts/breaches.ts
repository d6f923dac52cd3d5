import { setTimeout as pause } from 'node:timers/promises';
import { randomUuid } from '../../../platform/uuid.ts';
import type { Accounts } from '../accounts.ts';
import type { Sender } from '../load.ts';
import { openPost } from '../post.ts';
import { breachBody, type Rule } from './body.ts';
import { type Endpoints, openEndpoints } from './endpoints.ts';

/** Requests that breach a rule once: those that got no answer, and the one that did at last. */
export type Breach = {
  readonly ruleId: string;
  /** When the spans of each request ended, in Unix ms. */
  readonly sentAtMs: number[];
  isAnswered: boolean;
};

export type Breaches = {
  /** Registers an organization and gives it its rules. */
  readonly create: (url: string, accounts: Accounts) => Promise<void>;
  /** Breaches rules in turn until the signal aborts, whatever fails. */
  readonly keepBreaching: (url: string, signal: AbortSignal) => Promise<void>;
  /** Sends what got no answer until it gets one. */
  readonly finish: (url: string, signal: AbortSignal) => Promise<void>;
  readonly sent: () => readonly Breach[];
  readonly owner: () => Sender;
  /** Webhooks of the owner. */
  readonly endpoints: Endpoints;
};

const groupsCount = 10;
const rulesPerGroup = 20;
/** Longer than a breach lasts: the rules look back a minute. */
const betweenMs = 120_000;
const lookEveryMs = 250;
/** Spans must arrive before their window is evaluated, see `settledSlots`. */
const answerMsMax = 8_000;

type Group = { dueMs: number; open: readonly Breach[]; readonly rules: readonly Rule[] };

export function openBreaches(): Breaches {
  const { post } = openPost(groupsCount, answerMsMax);
  const endpoints = openEndpoints();
  const groups: Group[] = [];
  const all: Breach[] = [];
  let owner: Sender | undefined;

  const known = (): Sender => {
    if (owner === undefined) throw new Error('expected the owner of the rules, found none');
    return owner;
  };
  const create: Breaches['create'] = async (url, accounts) => {
    owner = await newSender(url, accounts);
    await endpoints.create(url, owner);
    const beganMs = Date.now();
    for (let group = 0; group < groupsCount; group++) {
      const rules: Rule[] = [];
      for (let number = 0; number < rulesPerGroup; number++)
        rules.push(await createRule(url, known(), group * rulesPerGroup + number));
      groups.push({ rules, open: [], dueMs: beganMs + (group * betweenMs) / groupsCount });
    }
  };
  const breach = async (url: string, group: Group): Promise<void> => {
    if (group.open.length === 0) {
      group.open = group.rules.map(({ id }) => ({ ruleId: id, sentAtMs: [], isAnswered: false }));
      all.push(...group.open);
    }
    const atMs = Date.now();
    for (const { sentAtMs } of group.open) sentAtMs.push(atMs);
    const headers = { 'Content-Type': 'application/json', 'X-API-Key': known().key };
    const body = breachBody(group.rules, atMs);
    const answer = await post(`${url}/v1/traces`, body, headers).catch(() => undefined);
    if (answer?.status !== 200) return;
    for (const each of group.open) each.isAnswered = true;
    Object.assign(group, { open: [], dueMs: Date.now() + betweenMs });
  };
  return {
    create,
    endpoints,
    owner: known,
    sent: () => all,
    keepBreaching: async (url, signal) => {
      while (!signal.aborted) {
        const due = groups.filter(({ dueMs }) => dueMs <= Date.now());
        await Promise.all(due.map(group => breach(url, group)));
        await pause(lookEveryMs, undefined, { signal }).catch(() => {});
      }
    },
    finish: async (url, signal) => {
      const isOpen = ({ open }: Group): boolean => open.length > 0;
      while (groups.some(isOpen) && !signal.aborted) {
        await Promise.all(groups.filter(isOpen).map(group => breach(url, group)));
        await pause(lookEveryMs, undefined, { signal }).catch(() => {});
      }
    },
  };
}

async function newSender(url: string, accounts: Accounts): Promise<Sender> {
  const enough = new AbortController();
  let found: Sender | undefined;
  const verified = async (sender: Sender): Promise<void> => {
    found ??= sender;
    enough.abort();
  };
  await accounts.keepRegistering(url, verified, enough.signal);
  if (found === undefined) throw new Error('expected an owner of the rules, found none');
  return found;
}

/** Counts include only windows that are complete, rates the one that has begun: half of the rules each. */
const conditions = [
  { metric: 'request_count', threshold: 0 },
  { metric: 'error_rate', threshold: 50 },
] as const;

async function createRule(url: string, { key }: Sender, number: number): Promise<Rule> {
  const service = `breach-${number}`;
  const answer = await fetch(`${url}/v1/alert-rules`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'X-API-Key': key,
      'Idempotency-Key': randomUuid(),
    },
    body: JSON.stringify({
      ...conditions[number % conditions.length],
      name: service,
      operator: '>',
      scope_type: 'service',
      scope_value: service,
      time_window: 1,
      cooldown: 0,
    }),
  });
  if (answer.status !== 201)
    throw new Error(`expected 201 for a rule, found ${answer.status}: ${await answer.text()}`);
  const { id } = (await answer.json()) as { readonly id: string };
  return { id, service };
}
