import type { DeliveryEvent } from '../../../../schemas/deliveries/events.ts';
import type { Delivered } from '../delivered.ts';
import { deliveryOutcome } from '../delivery-outcome.ts';
import { patientPauseMs } from '../pauses.ts';
import type { OpenNotice } from './target.ts';

/** The fact that follows from an attempt to deliver a notice. */
export function noticeOutcome(
  { noticeId, data: { channelId: target }, attempts }: OpenNotice,
  delivered: Delivered,
  { cursor, nowMs }: { readonly cursor: number; readonly nowMs: number },
): DeliveryEvent {
  const of = { deliveryId: noticeId, target, causeId: noticeId, cursor };
  const nextAtMs = nowMs + patientPauseMs(attempts);
  return deliveryOutcome({ of, attempts, nextAtMs }, delivered);
}
