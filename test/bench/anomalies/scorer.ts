import { type Label, type LabelledMetric, type Scenario, weekMinutes } from './scenarios.ts';

/** An anomaly that a detector reports: the minute at whose end it does, counted from the beginning of the set. */
export type Detected = { readonly metric: LabelledMetric; readonly at: number };

/** A detection that comes so long after an incident still belongs to it. */
const afterMinutesMax = 5;

export type Score = {
  /** Anomalies that are no incident: before and after the first week. */
  readonly falseInFirstWeek: number;
  readonly falseLater: number;
  readonly incidents: number;
  readonly found: number;
  /** Anomalies that report an incident again. */
  readonly repeated: number;
  /** Windows until each found incident was reported; 1: at the end of its first window. */
  readonly delays: readonly number[];
};

export const nothing: Score = {
  falseInFirstWeek: 0,
  falseLater: 0,
  incidents: 0,
  found: 0,
  repeated: 0,
  delays: [],
};

/** Compares what a detector reports of a case with its labels. */
export function scoreOf(detected: readonly Detected[], labels: readonly Label[]): Score {
  const first = new Map<Label, number>();
  let [falseInFirstWeek, falseLater, repeated] = [0, 0, 0];
  for (const one of detected.toSorted((left, right) => left.at - right.at)) {
    const label = labels.find(each => isOf(one, each));
    if (label === undefined && one.at < weekMinutes) falseInFirstWeek++;
    else if (label === undefined) falseLater++;
    else if (first.has(label)) repeated++;
    else first.set(label, one.at - label.from + 1);
  }
  const delays = [...first.values()];
  return {
    falseInFirstWeek,
    falseLater,
    repeated,
    delays,
    incidents: labels.length,
    found: delays.length,
  };
}

const isOf = ({ metric, at }: Detected, label: Label): boolean =>
  metric === label.metric && at >= label.from && at < label.to + afterMinutesMax;

export const sum = (left: Score, right: Score): Score => ({
  falseInFirstWeek: left.falseInFirstWeek + right.falseInFirstWeek,
  falseLater: left.falseLater + right.falseLater,
  incidents: left.incidents + right.incidents,
  found: left.found + right.found,
  repeated: left.repeated + right.repeated,
  delays: [...left.delays, ...right.delays],
});

export const precision = ({ found, falseLater }: Score): number =>
  found + falseLater === 0 ? 1 : found / (found + falseLater);

export const recall = ({ found, incidents }: Score): number =>
  incidents === 0 ? 1 : found / incidents;

/** Harmonic mean of precision and recall. */
export function f1(score: Score): number {
  const [p, r] = [precision(score), recall(score)];
  return p + r === 0 ? 0 : (2 * p * r) / (p + r);
}

export type Scores = ReadonlyMap<Scenario['name'], Score>;

export const scoreIn = (scores: Scores, names: readonly Scenario['name'][]): Score =>
  names.map(name => scores.get(name) ?? nothing).reduce(sum, nothing);
