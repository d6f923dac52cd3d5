import { setTimeout as pause } from 'node:timers/promises';
import { freshSpan, newId } from '../../support/otel-send.ts';
import { body, traces } from '../../support/otlp.ts';
import type { Accounts } from '../accounts.ts';
import type { Sender } from '../load.ts';
import type { Post } from '../post.ts';
import type { openHooks } from './hooks.ts';
import { createNamed, registerOne } from './owner.ts';

/** Traces that fail, and the webhooks of their owner. */
export type Failures = {
  /** Registers the owner and creates the webhooks, once. */
  readonly prepare: (url: string, accounts: Accounts) => Promise<void>;
  readonly keepFailing: (url: string, signal: AbortSignal) => Promise<void>;
  /** Sends what got no response until it gets one. */
  readonly finish: (url: string) => Promise<void>;
  /** Ids of traces that were accepted. */
  readonly sent: () => readonly string[];
  readonly owner: () => Sender;
  readonly webhooks: ReadonlyMap<string, string>;
};

const names = ['steady', 'flaky', 'disabled'] as const;
const tracesPerRequest = 3;

/**
 *  pauseMs  between requests; the limit of trace.error is 600 traces a minute, also of the minute in which a notifier
 *           makes up for one in which it could not work
 */
export function openFailures(
  post: Post,
  hooks: Pick<Awaited<ReturnType<typeof openHooks>>, 'urlOf'>,
  pauseMs: number,
): Failures {
  const sent: string[] = [];
  const webhooks = new Map<string, string>();
  let open: readonly string[] | undefined;
  let owner: Sender | undefined;
  const known = (): Sender => {
    if (owner === undefined) throw new Error('expected an owner of the webhooks');
    return owner;
  };
  const send = async (url: string): Promise<void> => {
    open ??= Array.from({ length: tracesPerRequest }, () => newId(32));
    const spans = open.map(traceId => freshSpan({ traceId, status: { code: 2, message: 'no' } }));
    const headers = { 'Content-Type': 'application/json', 'X-API-Key': known().key };
    const bytes = Buffer.from(body(traces(spans, 'checkout'), 'json'));
    const answer = await post(`${url}/v1/traces`, bytes, headers).catch(() => undefined);
    if (answer?.status !== 200) return;
    sent.push(...open);
    open = undefined;
  };
  const createWebhook = async (url: string, name: string): Promise<void> => {
    const body = { name, url: hooks.urlOf(name), events: ['trace.error'] };
    const wanted = { ...body, enabled: name !== 'disabled' };
    const { key } = known();
    const named = { name: `webhook-${name}`, key, body: wanted };
    webhooks.set(name, await createNamed(post, `${url}/v1/webhooks`, named));
  };
  return {
    webhooks,
    owner: known,
    sent: () => sent,
    prepare: async (url, accounts) => {
      owner ??= await registerOne(url, accounts);
      // Whoever is killed meanwhile leaves the rest to the next life.
      const missing = owner === undefined ? [] : names.filter(name => !webhooks.has(name));
      for (const name of missing) await createWebhook(url, name).catch(() => undefined);
    },
    keepFailing: async (url, signal) => {
      while (!signal.aborted && webhooks.size === names.length) {
        await send(url);
        await pause(pauseMs, undefined, { signal }).catch(() => {});
      }
    },
    finish: async url => {
      while (open !== undefined) await send(url);
    },
  };
}
