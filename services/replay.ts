/** Evaluating the recorded past once more, for those who read it. */
export { neverFired } from './evaluator/core/replay/life.ts';
export type { Replayed } from './evaluator/core/replay/replayed.ts';
export type { Transition } from './evaluator/core/replay/transition.ts';
export { type AnomalyEvents, anomalyEvents } from './evaluator/known-anomalies.ts';
export { type ReplayDependencies, replayLog } from './evaluator/replay/replay-log.ts';
export { type RecordedRule, type Stretch, stretchesOf } from './evaluator/replay/rule-life.ts';
