import type { WebhookAttempt } from '../../../../schemas/webhooks/events.ts';
import { webhookDeliveryId } from '../../../../schemas/webhooks/ids.ts';
import { jitterShare, retryPausesMs } from './limits.ts';
import type { DueDelivery, WebhookTarget } from './target.ts';

/** What came of a request. */
export type Response =
  | {
      readonly kind: 'response';
      readonly status: number;
      readonly retryAfterMs?: number;
      /** The beginning of its body; absent when nobody may see it. */
      readonly excerpt?: string;
    }
  /** `final`: the same request never succeeds. */
  | { readonly kind: 'none'; readonly error: string; readonly final: boolean };

export type Timed = { readonly atMs: number; readonly durationMs: number };

const goneStatus = 410;

export const isGone = (response: Response): boolean =>
  response.kind === 'response' && response.status === goneStatus;

/** The fact of an attempt. Only 2xx delivers; a redirect does not. */
export function attemptOf(
  { webhookId }: Pick<WebhookTarget, 'webhookId'>,
  { causeId, event, sequence, attempts }: DueDelivery,
  response: Response,
  { atMs, durationMs }: Timed,
): WebhookAttempt {
  const attempt = attempts + 1;
  const deliveryId = webhookDeliveryId(webhookId, causeId);
  const place = { deliveryId, causeId, event, sequence, attempt, atMs, durationMs };
  const status = response.kind === 'response' ? response.status : null;
  if (status !== null && status >= 200 && status < 300)
    return { ...place, status, error: null, outcome: 'delivered' };
  const error = response.kind === 'none' ? response.error : `the receiver answered ${status}`;
  const pauseMs = pauseAfter(attempt, deliveryId, response);
  if (pauseMs === undefined) return { ...place, status, error, outcome: 'failed' };
  const nextAtMs = atMs + durationMs + pauseMs;
  return { ...place, status, error, outcome: 'retrying', nextAtMs };
}

function pauseAfter(attempt: number, deliveryId: string, response: Response): number | undefined {
  const pauseMs = retryPausesMs[attempt - 1];
  if (pauseMs === undefined || isGone(response)) return undefined;
  if (response.kind === 'none' && response.final) return undefined;
  const wantedMs = response.kind === 'response' ? (response.retryAfterMs ?? 0) : 0;
  const jittered = Math.round(pauseMs * (1 + jitterShare * jitterOf(deliveryId, attempt)));
  return Math.max(jittered, Math.min(wantedMs, 2 * pauseMs));
}

/** From -1 to 1; it follows from the delivery, so that a process that takes over computes the same. */
function jitterOf(deliveryId: string, attempt: number): number {
  const digits = deliveryId
    .replaceAll('-', '')
    .slice(4 * ((attempt - 1) % 8), 4 * ((attempt - 1) % 8) + 4);
  return (2 * Number.parseInt(digits, 16)) / 0xffff - 1;
}
