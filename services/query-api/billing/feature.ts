import { subscriptions } from '../../../projections/billing/subscriptions.ts';
import type { QueryShared } from '../shared.ts';
import { earliestOf, withWatermark } from '../watermark.ts';
import { subscription } from './subscription.ts';

export const billing = {
  projections: [subscriptions],
  handlers: (shared: QueryShared) => ({
    subscription: withWatermark(
      earliestOf(shared.watermarks.spans, shared.watermarks.metrics),
      subscription({ ...shared, spansKeptMs: shared.configuration.retention.spansMs }),
    ),
  }),
};
