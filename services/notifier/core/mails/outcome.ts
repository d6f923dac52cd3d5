import type { DeliveryEvent } from '../../../../schemas/deliveries/events.ts';
import type { Delivered } from '../delivered.ts';
import { mailTarget } from './book.ts';
import { mailPauseMs, type PendingMail } from './mail.ts';

/** The fact that follows from an attempt. */
export function mailOutcome(
  mail: PendingMail,
  delivered: Delivered,
  {
    deliveryId,
    cursor,
    nowMs,
  }: { readonly deliveryId: string; readonly cursor: number; readonly nowMs: number },
): DeliveryEvent {
  const data = { deliveryId, target: mailTarget, causeId: mail.causeId, cursor };
  if (delivered.kind === 'settled') return { type: 'DeliverySettled', data };
  const { error, final } = delivered;
  const attempt = mail.attempts + 1;
  const pauseMs = mailPauseMs(mail);
  if (final || pauseMs === undefined)
    return { type: 'DeliveryExhausted', data: { ...data, attempts: attempt, error } };
  return { type: 'DeliveryFailed', data: { ...data, attempt, error, nextAtMs: nowMs + pauseMs } };
}
