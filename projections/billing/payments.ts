import type { Month } from '../../schemas/billing/month.ts';
import type { Payment } from '../../schemas/billing/payment.ts';
import { freePlan } from '../../schemas/billing/quota.ts';
import type { EventOf } from '../../schemas/events/event.ts';
import type { OrganizationId } from '../../schemas/ids.ts';
import type { Projection } from '../engine/projection.ts';

export type PaymentRow = {
  readonly organizationId: OrganizationId;
  readonly payment: Payment;
  /** How many times the payment provider said something new. */
  readonly revision: number;
  readonly changedAtMs: number;
  /** The plan that followed from it last. */
  readonly entitled: string;
  /** The latest month of which the payment provider has the usage. */
  readonly reported?: Month;
};

/** By organization, for those that pay or paid. */
export const payments: Projection<
  PaymentRow,
  EventOf<'PaymentChanged' | 'PlanChanged' | 'UsageReported'>
> = {
  name: 'payments',
  version: 1,
  types: new Set(['PaymentChanged', 'PlanChanged', 'UsageReported']),
  keys: event => [event.data.organizationId],
  project: (row, event) => {
    switch (event.type) {
      case 'PaymentChanged': {
        const { organizationId, payment } = event.data;
        const { revision = 0, entitled = freePlan.plan } = row ?? {};
        const changed = { organizationId, payment, revision: revision + 1, entitled };
        return { ...row, ...changed, changedAtMs: event.atMs };
      }
      case 'PlanChanged':
        return event.data.givenBy === undefined
          ? row && { ...row, entitled: event.data.plan }
          : row;
      case 'UsageReported':
        return row && { ...row, reported: event.data.month };
    }
  },
};
