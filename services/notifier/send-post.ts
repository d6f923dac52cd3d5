import { OutboundFailure } from '../../platform/outbound/failure.ts';
import type { Sender } from '../../platform/outbound/request.ts';
import { outcomeOf } from './attempts.ts';
import { notifierLimits } from './config.ts';
import type { Delivered } from './core/delivered.ts';
import type { NotifierDependencies } from './dependencies.ts';

export type Post = { readonly id: string; readonly url: string; readonly body: string };

/** Statuses other than these of 4xx say that the same request never succeeds. */
const retryableStatuses: readonly number[] = [408, 425, 429];

type Dependencies = Pick<Required<NotifierDependencies>, 'outbound' | 'log' | 'onAttempt'>;

/** Posts JSON to the URL of a channel, when it is the turn of its organization, and counts it. */
export async function sendPost(
  post: Post,
  sender: Sender,
  dependencies: Dependencies,
): Promise<Delivered> {
  const delivered = await attempt(post, sender, dependencies);
  dependencies.onAttempt({ via: 'channel', outcome: outcomeOf(delivered) });
  return delivered;
}

/** Of the response, the status alone is kept: its body may come from an internal network. */
async function attempt(
  { id, url, body }: Post,
  sender: Sender,
  { outbound, log }: Dependencies,
): Promise<Delivered> {
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Tidemark',
    'x-notice-id': id,
  };
  const timeoutMs = notifierLimits.postMsMax;
  try {
    const { signal } = sender;
    const sent = { url, method: 'POST', headers, body, timeoutMs, signal };
    const { status } = await outbound.inTurn(sender, send => send(sent));
    if (status >= 200 && status < 300) return { kind: 'settled' };
    log.warn({ deliveryId: id, status }, 'notice not delivered');
    const final = status < 500 && !retryableStatuses.includes(status);
    return { kind: 'failed', error: `HTTP ${status}`, final };
  } catch (error) {
    if (!(error instanceof OutboundFailure)) throw error;
    log.warn({ deliveryId: id, reason: error.reason }, 'notice not delivered');
    return { kind: 'failed', error: error.reason, final: !error.retryable };
  }
}
