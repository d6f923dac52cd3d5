import type { Severity } from '../alerts/rule.ts';
import type { OrganizationId } from '../ids.ts';
import type { AnomalyEndReason } from './commands.ts';
import type { AnomalyFigures } from './figures.ts';
import type { AnomalyId } from './ids.ts';
import type { AnomalyMetric } from './metric.ts';

type OfAnomaly = {
  readonly organizationId: OrganizationId;
  readonly anomalyId: AnomalyId;
  readonly service: string;
};

export type AnomalyDetected = {
  readonly type: 'AnomalyDetected';
  readonly data: OfAnomaly & {
    readonly figures: AnomalyFigures;
    readonly severity: Severity;
    readonly message: string;
    readonly tickMs: number;
  };
};

type OfDetected = OfAnomaly & { readonly detectedAtMs: number };

/** Another metric of the service moved together with it: still one anomaly. */
export type AnomalyWidened = {
  readonly type: 'AnomalyWidened';
  readonly data: OfDetected & { readonly figures: AnomalyFigures; readonly tickMs: number };
};

/** One of several metrics ended. */
export type AnomalyNarrowed = {
  readonly type: 'AnomalyNarrowed';
  readonly data: OfDetected & Ended;
};

export type AnomalyAcknowledged = {
  readonly type: 'AnomalyAcknowledged';
  readonly data: OfDetected;
};

/** The last metric ended. */
export type AnomalyEnded = { readonly type: 'AnomalyEnded'; readonly data: OfDetected & Ended };

type Ended = {
  readonly metric: AnomalyMetric;
  readonly reason: AnomalyEndReason;
  readonly toMs: number;
  readonly tickMs: number;
};

export type AnomalyEvent =
  | AnomalyDetected
  | AnomalyWidened
  | AnomalyNarrowed
  | AnomalyAcknowledged
  | AnomalyEnded;
