import { plansWithLimits } from '../../domain/billing/payment.ts';
import type { RecordPayment } from '../../schemas/billing/commands.ts';
import type { Payment } from '../../schemas/billing/payment.ts';
import { freePlan } from '../../schemas/billing/quota.ts';
import type { Command } from '../../schemas/commands/command.ts';
import { type OrganizationId, subscriptionStream } from '../../schemas/ids.ts';
import { envelope } from './account-commands.ts';

export const paidSinceMs = Date.UTC(2026, 10, 25, 9);

/** A team that pays by the month. */
export const paymentOf = (changes: Partial<Payment> = {}): Payment => ({
  provider: 'stripe',
  customer: 'cus_1',
  subscription: 'sub_1',
  startedAtMs: paidSinceMs,
  plan: 'team',
  interval: 'monthly',
  periodEndsAtMs: Date.UTC(2026, 11, 25, 9),
  standing: { status: 'paid' },
  ...changes,
});

export const recordPayment = (
  organizationId: OrganizationId,
  { payment, after, ...more }: Omit<RecordPayment['data'], 'organizationId' | 'plans'>,
  atMs: number,
): Command => ({
  type: 'RecordPayment',
  data: { organizationId, after, payment, plans: plansWithLimits(freePlan), ...more },
  ...envelope(subscriptionStream(organizationId), atMs),
});
