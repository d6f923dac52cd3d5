import type { OrganizationId } from '../ids.ts';
import type { AnomalyFigures } from './figures.ts';
import type { AnomalyId } from './ids.ts';
import type { AnomalyMetric } from './metric.ts';

type OfService = { readonly organizationId: OrganizationId; readonly service: string };

/** The evaluator sees a metric out of its band in several windows. */
export type OpenAnomaly = {
  readonly type: 'OpenAnomaly';
  readonly data: OfService & { readonly figures: AnomalyFigures; readonly tickMs: number };
};

/**
 *  recovered  the metric is within its band again
 *  no_data    it has had no value for a while
 *  new_level  it has lasted for so long that it is what is expected from now on
 */
export const anomalyEndReasons = ['recovered', 'no_data', 'new_level'] as const;

export type AnomalyEndReason = (typeof anomalyEndReasons)[number];

/** One metric of an anomaly ends; the anomaly ends with its last one. */
export type EndAnomaly = {
  readonly type: 'EndAnomaly';
  readonly data: OfService & {
    readonly metric: AnomalyMetric;
    /** End of the window that ended it, Unix ms. */
    readonly toMs: number;
    readonly tickMs: number;
    readonly reason: AnomalyEndReason;
  };
};

export type AcknowledgeAnomaly = {
  readonly type: 'AcknowledgeAnomaly';
  readonly data: OfService & { readonly anomalyId: AnomalyId };
};

export type AnomalyCommand = OpenAnomaly | EndAnomaly | AcknowledgeAnomaly;
