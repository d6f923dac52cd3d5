import { recordQuota, recordQuotaStreams } from './record-quota.ts';
import { subscriptions } from './subscription.ts';

export const billing = {
  aggregates: [subscriptions],
  deciders: {
    RecordQuota: { streams: recordQuotaStreams, decide: recordQuota },
  },
} as const;
