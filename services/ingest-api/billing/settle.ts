import {
  counts,
  entitledPlan,
  isLive,
  isSamePayment,
  isSameSubscription,
} from '../../../domain/billing/payment.ts';
import { Unavailable } from '../../../platform/errors.ts';
import type { NoticedPayment } from '../../../platform/payments/port.ts';
import type { PaymentRow } from '../../../projections/billing/payments.ts';
import type { Payment } from '../../../schemas/billing/payment.ts';
import { noticeLimits } from './config.ts';

export type Known = Pick<PaymentRow, 'payment' | 'revision' | 'entitled'>;

/** What settling does: it looks up what is recorded, reads the provider, and records what that says. */
export type Settling = {
  readonly nowMs: number;
  readonly known: () => Promise<Known | undefined>;
  readonly read: () => Promise<NoticedPayment | undefined>;
  /** False: something else was recorded since `known`, and nothing is recorded now. */
  readonly record: (read: NoticedPayment, known: Known | undefined) => Promise<boolean>;
  /** Ends a subscription beside which there is a later one. */
  readonly end: (payment: Payment) => Promise<void>;
};

/**
 * Records what the provider says now, unless it is recorded. What is recorded is looked up before the provider is read, and a reading is
 * taken only while nothing else was recorded since; afterwards the provider is read once more. So readings are recorded in the order in which they were made, and notices may come late, twice
 * and in any order.
 */
export async function settle(settling: Settling): Promise<void> {
  for (let attempt = 1; attempt <= noticeLimits.attemptsMax; attempt++) {
    const known = await settling.known();
    const read = await settling.read();
    if (read === undefined || (await settled(read, known, settling))) return;
  }
  throw new Unavailable('what is paid for changes faster than it can be recorded');
}

async function settled(
  read: NoticedPayment,
  known: Known | undefined,
  { nowMs, record, end }: Settling,
): Promise<boolean> {
  const { payment } = read;
  if (!counts(payment, known?.payment)) {
    if (known !== undefined && isLive(payment)) await end(payment);
    return true;
  }
  if (isRecorded(payment, known, nowMs)) return true;
  if (!(await record(read, known))) return false;
  const before = known?.payment;
  if (before !== undefined && isLive(before) && !isSameSubscription(before, payment))
    await end(before);
  // What was recorded may have been overtaken while it was read: a state that came back leaves no trace.
  return false;
}

const isRecorded = (payment: Payment, known: Known | undefined, nowMs: number): boolean =>
  known !== undefined &&
  isSamePayment(payment, known.payment) &&
  entitledPlan(payment, nowMs) === known.entitled;
