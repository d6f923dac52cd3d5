import type { BillingInterval } from '../../../../schemas/billing/plans.ts';

export type Interval = BillingInterval;

export const intervals = [
  ['monthly', 'by month'],
  ['yearly', 'by year'],
] as const satisfies readonly (readonly [Interval, string])[];
