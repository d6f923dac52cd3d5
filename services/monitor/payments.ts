import {
  entitledPlan,
  isLive,
  isSamePayment,
  plansWithLimits,
} from '../../domain/billing/payment.ts';
import { ownEnvelope, sendCommand } from '../../platform/commands/send.ts';
import { Unavailable } from '../../platform/errors.ts';
import { PaymentRefused } from '../../platform/payments/port.ts';
import { uuidV5 } from '../../platform/uuid.ts';
import { type PaymentRow, payments as rows } from '../../projections/billing/payments.ts';
import { everyRow } from '../../projections/engine/read/every-row.ts';
import type { Payment } from '../../schemas/billing/payment.ts';
import { commandId, type OrganizationId, subscriptionStream } from '../../schemas/ids.ts';
import { limits } from './config.ts';
import type { PaymentPassDependencies } from './dependencies.ts';
import { reportUsage } from './usage-reports.ts';

/** Payments that were read of the provider and are as they were recorded, with when. */
type Looked = Map<OrganizationId, number>;

/**
 * One look at what is paid for. What follows from time alone happens here: the end of a grace or of a period; and a period
 * that is over without a notice is asked for. Months that are closed are reported.
 */
export function createPaymentPass(dependencies: PaymentPassDependencies) {
  const looked: Looked = new Map();
  return async (signal: AbortSignal): Promise<void> => {
    const { projections, clock, owns } = dependencies;
    await projections.barrier(signal);
    forget(looked, clock());
    for await (const row of everyRow(rows, projections)) {
      if (signal.aborted) return;
      if (owns(row.organizationId)) await look(row, looked, dependencies);
    }
  };
}

function forget(looked: Looked, nowMs: number): void {
  for (const [organization, atMs] of looked)
    if (atMs + limits.payments.lookAgainMs <= nowMs) looked.delete(organization);
}

async function look(
  row: PaymentRow,
  looked: Looked,
  dependencies: PaymentPassDependencies,
): Promise<void> {
  if (isDue(row, looked, dependencies.clock())) await review(row, looked, dependencies);
  await reportUsage(row, dependencies);
}

const isDue = (
  { organizationId, payment, entitled }: PaymentRow,
  looked: Looked,
  nowMs: number,
): boolean =>
  entitledPlan(payment, nowMs) !== entitled ||
  (isPeriodOver(payment, nowMs) && !looked.has(organizationId));

const isPeriodOver = (payment: Payment, nowMs: number): boolean =>
  isLive(payment) && nowMs >= payment.periodEndsAtMs + limits.payments.noticeLateMs;

/** Where the provider does not answer, what was recorded is all that is known. */
async function review(
  row: PaymentRow,
  looked: Looked,
  dependencies: PaymentPassDependencies,
): Promise<void> {
  const { organizationId, entitled, payment: recorded } = row;
  const nowMs = dependencies.clock();
  const payment = await readNow(recorded, nowMs, dependencies);
  const isKnown = isSamePayment(payment, recorded) && entitledPlan(payment, nowMs) === entitled;
  if (isKnown) looked.set(organizationId, nowMs);
  else await send(row, payment, nowMs, dependencies);
}

async function readNow(
  recorded: Payment,
  nowMs: number,
  { payments, figures, log }: PaymentPassDependencies,
): Promise<Payment> {
  if (recorded.provider !== payments.name) return recorded;
  try {
    const read = await payments.readPayment(recorded, nowMs);
    figures.called('read', 'done');
    return read;
  } catch (error) {
    figures.called('read', 'failed');
    if (!(error instanceof Unavailable || error instanceof PaymentRefused)) throw error;
    log.warn({ err: error }, 'a payment was not read, going on with what is recorded');
    return recorded;
  }
}

/** Every monitor gives the same command for the same occasion, so it is decided once. */
async function send(
  { organizationId, revision: after }: PaymentRow,
  payment: Payment,
  atMs: number,
  { topicLog, configuration }: PaymentPassDependencies,
): Promise<void> {
  const occasion = ['review-payment', after, entitledPlan(payment, atMs), payment];
  const id = commandId(uuidV5(organizationId, JSON.stringify(occasion)));
  const stream = subscriptionStream(organizationId);
  const envelope = ownEnvelope({ id, organizationId, stream, atMs, actor: 'monitor' });
  const plans = plansWithLimits(configuration.freePlan);
  const data = { organizationId, after, payment, plans };
  await sendCommand({ type: 'RecordPayment', data }, envelope, { topicLog });
}
