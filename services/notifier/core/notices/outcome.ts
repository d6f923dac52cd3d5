import type { DeliveryEvent } from '../../../../schemas/deliveries/events.ts';
import type { Delivered } from '../delivered.ts';
import { deliveryOutcome } from '../delivery-outcome.ts';
import { patientPauseMs } from '../pauses.ts';
import { retryAfterMsMax } from './limits.ts';
import type { OpenNotice } from './target.ts';

/** The fact that follows from an attempt to deliver a notice. */
export function noticeOutcome(
  { noticeId, data: { channelId: target }, attempts }: OpenNotice,
  delivered: Delivered,
  { cursor, nowMs }: { readonly cursor: number; readonly nowMs: number },
): DeliveryEvent {
  const of = { deliveryId: noticeId, target, causeId: noticeId, cursor };
  const wantedMs = delivered.kind === 'failed' ? (delivered.retryAfterMs ?? 0) : 0;
  const pauseMs = Math.max(patientPauseMs(attempts), Math.min(wantedMs, retryAfterMsMax));
  const nextAtMs = nowMs + pauseMs;
  return deliveryOutcome({ of, attempts, nextAtMs }, delivered);
}
