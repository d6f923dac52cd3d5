import { OutboundFailure } from '../../platform/outbound/failure.ts';
import type { Sender } from '../../platform/outbound/request.ts';
import { outcomeOf } from './attempts.ts';
import { notifierLimits } from './config.ts';
import type { Delivered } from './core/delivered.ts';
import type { NoticeRequest } from './core/notices/posts/post.ts';
import { retryAfterMs } from './core/retry-after.ts';
import type { NotifierDependencies } from './dependencies.ts';

export type Post = Omit<NoticeRequest, 'name'> & { readonly id: string };

/** Statuses other than these of 4xx say that the same request never succeeds. */
const retryableStatuses: readonly number[] = [408, 425, 429];

export type PostDependencies = Pick<
  Required<NotifierDependencies>,
  'outbound' | 'log' | 'now' | 'onAttempt'
>;

/** Posts JSON to the URL of a channel, when it is the turn of its organization, and counts it. */
export async function sendPost(
  post: Post,
  sender: Sender,
  dependencies: PostDependencies,
): Promise<Delivered> {
  const delivered = await attempt(post, sender, dependencies);
  dependencies.onAttempt({ via: 'channel', outcome: outcomeOf(delivered) });
  return delivered;
}

/** Of the response, the status alone is kept: its body may come from an internal network. */
async function attempt(
  { id, url, body, headers: own, refusals }: Post,
  sender: Sender,
  { outbound, log, now }: PostDependencies,
): Promise<Delivered> {
  const headers = {
    ...own,
    'content-type': 'application/json',
    'user-agent': 'Tidemark',
    'x-notice-id': id,
  };
  const timeoutMs = notifierLimits.postMsMax;
  try {
    const { signal } = sender;
    const sent = { url, method: 'POST', headers, body, timeoutMs, signal };
    const { status, headers: answered } = await outbound.inTurn(sender, send => send(sent));
    if (status >= 200 && status < 300) return { kind: 'settled' };
    log.warn({ deliveryId: id, status }, 'notice not delivered');
    const final = status < 500 && !retryableStatuses.includes(status);
    const waitMs = retryAfterMs(answered['retry-after'], now());
    const refusal = refusals?.[status];
    const error = `HTTP ${status}${refusal === undefined ? '' : `: ${refusal}`}`;
    return { kind: 'failed', error, final, ...(waitMs !== undefined && { retryAfterMs: waitMs }) };
  } catch (error) {
    if (!(error instanceof OutboundFailure)) throw error;
    log.warn({ deliveryId: id, reason: error.reason }, 'notice not delivered');
    return { kind: 'failed', error: error.reason, final: !error.retryable };
  }
}
