import { ownEnvelope, sendCommand } from '../../platform/commands/send.ts';
import { Unavailable } from '../../platform/errors.ts';
import { PaymentRefused } from '../../platform/payments/port.ts';
import { uuidV5 } from '../../platform/uuid.ts';
import {
  type ClosedPeriodRow,
  closedPeriodKey,
  closedPeriods,
} from '../../projections/billing/closed-periods.ts';
import type { PaymentRow } from '../../projections/billing/payments.ts';
import { type Month, monthAfter, monthEndMs, monthOf } from '../../schemas/billing/month.ts';
import { commandId, type OrganizationId, subscriptionStream } from '../../schemas/ids.ts';
import type { PaymentPassDependencies } from './dependencies.ts';

/**
 * Reports the next month that is closed and was paid for. Its identifier follows from organization and month, so that the provider counts a
 * report once which came again because the record of it was lost in a crash.
 */
export async function reportUsage(
  row: PaymentRow,
  dependencies: PaymentPassDependencies,
): Promise<void> {
  const { payments, projections, figures, log } = dependencies;
  const { organizationId, payment } = row;
  if (payment.provider !== payments.name) return;
  const month = nextMonth(row);
  const closed = projections.get(closedPeriods, closedPeriodKey(organizationId, month));
  if (closed === undefined || !wasPaid(row, month)) return;
  try {
    await payments.reportUsage(payment, reportOf(organizationId, month, closed));
    figures.called('report', 'done');
  } catch (error) {
    figures.called('report', 'failed');
    if (!(error instanceof Unavailable || error instanceof PaymentRefused)) throw error;
    log.warn({ err: error, organizationId, month }, 'usage not reported, trying again');
    return;
  }
  await recordReport(organizationId, month, dependencies);
}

const nextMonth = ({ reported, payment }: PaymentRow): Month =>
  reported === undefined ? monthOf(payment.startedAtMs) : monthAfter(reported);

const wasPaid = ({ payment: { standing } }: PaymentRow, month: Month): boolean =>
  standing.status !== 'ended' || month <= monthOf(standing.atMs);

const lastSecondMs = 1_000;

const reportOf = (
  organization: OrganizationId,
  month: Month,
  { traces, bytes }: ClosedPeriodRow,
) => ({ organization, month, traces, bytes, atMs: monthEndMs(month) - lastSecondMs });

async function recordReport(
  organizationId: OrganizationId,
  month: Month,
  { topicLog, clock }: PaymentPassDependencies,
): Promise<void> {
  const id = commandId(uuidV5(organizationId, JSON.stringify(['report-usage', month])));
  const stream = subscriptionStream(organizationId);
  const envelope = ownEnvelope({ id, organizationId, stream, atMs: clock(), actor: 'monitor' });
  const data = { organizationId, month };
  await sendCommand({ type: 'RecordUsageReport', data }, envelope, { topicLog });
}
