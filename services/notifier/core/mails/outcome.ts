import type { DeliveryEvent } from '../../../../schemas/deliveries/events.ts';
import type { Delivered } from '../delivered.ts';
import { deliveryOutcome } from '../delivery-outcome.ts';
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
  const { causeId, attempts } = mail;
  const pauseMs = mailPauseMs(mail);
  const nextAtMs = pauseMs === undefined ? undefined : nowMs + pauseMs;
  const of = { deliveryId, target: mailTarget, causeId, cursor };
  return deliveryOutcome({ of, attempts, nextAtMs }, delivered);
}
