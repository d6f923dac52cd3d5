import type { ChannelId } from '../ids.ts';
import type { Aggregation } from '../metrics/routes.ts';

/** `metric` is an alias of `threshold`: both compare a metric. */
export const alertTypes = ['metric', 'threshold', 'anomaly'] as const;
export const operators = ['>', '<', '>=', '<=', '=='] as const;
export const severities = ['critical', 'warning', 'info'] as const;
export const noDataPolicies = ['ignore', 'alert', 'resolve'] as const;
/** Metrics of requests as clients send them; `resolvedMetric` gives what is evaluated. */
export const metrics = [
  'error_rate',
  'latency',
  'latency_avg',
  'latency_p50',
  'latency_p95',
  'latency_p99',
  'throughput',
  'request_count',
  'req_per_min',
  'health_score',
] as const;

export type AlertType = (typeof alertTypes)[number];
export type Operator = (typeof operators)[number];
export type Severity = (typeof severities)[number];
export type NoData = (typeof noDataPolicies)[number];
/** Of requests: evaluated from windows of spans. */
export type RequestMetric = (typeof metrics)[number];
export type ResolvedMetric = Exclude<RequestMetric, 'latency' | 'throughput'>;
/** How far two windows reach together: an hour and five minutes, or six hours and half an hour. */
export const burnPairNames = ['fast', 'slow'] as const;
export type BurnPair = (typeof burnPairNames)[number];

/** An OTLP metric by its name. */
export type OtlpMetric = `otlp:${string}`;
/** How fast an objective, by its id, spends its error budget: the lower rate of a pair of windows. */
export type BurnMetric = `slo_burn_${BurnPair}:${string}`;
/** Measured once a minute in the warehouse. */
export type MeasuredMetric = OtlpMetric | BurnMetric;
export type Metric = RequestMetric | MeasuredMetric;

/** Of an OTLP metric: which figure, and of points with which attributes. */
export type Measuring = {
  readonly aggregation: Aggregation;
  readonly filter: Readonly<Record<string, string>>;
};

export type AlertScope =
  /** All services of the organization together: one value, one alert. */
  { readonly type: 'global' } | { readonly type: 'service'; readonly service: string };

/** One more condition of a rule, over the same scope. */
export type AlertCondition = {
  readonly metric: RequestMetric;
  readonly operator: Operator;
  readonly threshold: number;
  /** That of the rule when absent. */
  readonly windowMinutes?: number;
};

/** Beside the condition of the rule itself. */
export const moreConditionsMax = 4;

export const conditionMatches = ['all', 'any'] as const;

/** What a user says of a rule. Names and aliases are kept as they were sent. */
export type AlertRule = {
  readonly name: string;
  readonly description?: string;
  readonly alertType: AlertType;
  readonly metric: Metric;
  /** Of an OTLP metric; of no meaning beside others. */
  readonly measuring?: Measuring;
  readonly operator: Operator;
  readonly threshold: number;
  /** Beside metric, operator and threshold of the rule itself; absent when there are none. */
  readonly conditions?: readonly AlertCondition[];
  /** One condition is enough. Absent: all of them must hold. */
  readonly match?: 'any';
  readonly scope: AlertScope;
  /** Length of the evaluated window, minutes. */
  readonly windowMinutes: number;
  /** The rule does not fire again so long after its last trigger. */
  readonly cooldownMinutes: number;
  /** How long the condition holds before the rule fires. */
  readonly forMinutes: number;
  /** A firing alert resolves once the rule's own condition with this threshold no longer holds; `threshold` when absent. */
  readonly recoveryThreshold?: number;
  /** Entry spans below which the window has no value. */
  readonly minSamples: number;
  readonly noData: NoData;
  readonly severity: Severity;
  readonly enabled: boolean;
  /** Empty: every enabled channel. */
  readonly channelIds: readonly ChannelId[];
};
