import type { DeliveryEvent } from '../../../../schemas/deliveries/events.ts';
import type { Delivered } from '../delivered.ts';
import { patientPauseMs } from '../pauses.ts';
import type { OpenNotice } from './target.ts';

/** The fact that follows from an attempt to deliver a notice. */
export function noticeOutcome(
  { noticeId, data: { channelId: target }, attempts }: OpenNotice,
  delivered: Delivered,
  { cursor, nowMs }: { readonly cursor: number; readonly nowMs: number },
): DeliveryEvent {
  const data = { deliveryId: noticeId, target, causeId: noticeId, cursor };
  if (delivered.kind === 'settled') return { type: 'DeliverySettled', data };
  const { error, final } = delivered;
  const attempt = attempts + 1;
  if (final) return { type: 'DeliveryExhausted', data: { ...data, attempts: attempt, error } };
  return {
    type: 'DeliveryFailed',
    data: { ...data, attempt, error, nextAtMs: nowMs + patientPauseMs(attempts) },
  };
}
