import {
  completeCheckout,
  completeCheckoutStreams,
  openCheckout,
  openCheckoutStreams,
} from './check-out.ts';
import { checkouts } from './checkout.ts';
import { parkingStreams, recordParking, setOverQuota } from './parking.ts';
import { setPlan, setPlanStreams } from './plan.ts';
import { recordPayment, recordPaymentStreams } from './record-payment.ts';
import { recordQuota, recordQuotaStreams } from './record-quota.ts';
import { subscriptions } from './subscription.ts';
import { recordUsageReport, usageReportStreams } from './usage-report.ts';

export const billing = {
  aggregates: [checkouts, subscriptions],
  deciders: {
    RecordQuota: { streams: recordQuotaStreams, decide: recordQuota },
    OpenCheckout: { streams: openCheckoutStreams, decide: openCheckout },
    CompleteCheckout: { streams: completeCheckoutStreams, decide: completeCheckout },
    RecordPayment: { streams: recordPaymentStreams, decide: recordPayment },
    SetPlan: { streams: setPlanStreams, decide: setPlan },
    RecordUsageReport: { streams: usageReportStreams, decide: recordUsageReport },
    SetOverQuota: { streams: parkingStreams, decide: setOverQuota },
    RecordParking: { streams: parkingStreams, decide: recordParking },
  },
} as const;
