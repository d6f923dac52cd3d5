import type { Mutant } from './mutant.ts';

const core = 'services/evaluator/core/anomalies';
const detector = 'test/unit/anomaly-detector.property.test.ts';
const naive = 'reports what the naive model reports';
const watch = 'test/unit/anomaly-watch.test.ts';

/** In anomalies. */
export const anomalies: readonly Mutant[] = [
  {
    name: 'two windows open an anomaly',
    file: `${core}/metric-state.ts`,
    in: 'opened',
    find: '1 + others.length < outsideMin',
    replace: '2 + others.length < outsideMin',
    spec: detector,
    test: naive,
  },
  {
    name: 'an anomaly ends at the edge of its band',
    file: `${core}/detector.ts`,
    in: 'verdictOf',
    find: 'score <= anomalyParameters.recoveryShare',
    replace: 'score <= 1',
    spec: detector,
    test: naive,
  },
  {
    name: 'what lies outside of the band is learned at once',
    file: `${core}/recent-hour.ts`,
    in: 'codeOf',
    find: 'learned.isOutside ? outside(bucket) : bucket',
    replace: 'bucket',
    spec: detector,
    test: naive,
  },
  {
    name: 'a season is not learned',
    file: `${core}/recent-hour.ts`,
    in: 'hourCounts',
    find: 'outsideCount >= anomalyParameters.seasonMinutesMin',
    replace: 'outsideCount < 0',
    spec: detector,
    test: 'compares an hour with the same hours of the week before, once there is a week',
  },
  {
    name: 'the order of merges decides which weeks are kept',
    file: `${core}/season.ts`,
    in: 'mergeSeasons',
    find: '.sort((one, other) => other.week - one.week)',
    replace: '',
    spec: 'test/unit/anomaly-history.property.test.ts',
    test: 'does not depend on the order in which hours are merged',
  },
  {
    name: 'spans from before the time is known are forgotten',
    file: 'services/evaluator/core/evaluation.ts',
    find: 'this.#watch?.hold(taken.windows);',
    replace: '',
    spec: watch,
    test: 'learns what came before its time was known',
  },
  {
    name: 'a repeated end is decided again',
    file: 'services/decider/core/anomalies/decide.ts',
    in: 'isNews',
    find: 'toMs > (latestMs[metric] ?? 0)',
    replace: 'toMs >= (latestMs[metric] ?? 0)',
    spec: 'test/unit/anomaly-decider.test.ts',
    test: 'have one open anomaly for a metric, also when commands are repeated',
  },
  {
    name: 'an anomaly leaves its triage item open',
    file: 'services/decider/core/anomalies/decide.ts',
    in: 'endAnomaly',
    find: 'return accept(resolvedItem(anomalyId, states), {',
    replace: 'return accept({',
    spec: 'test/unit/anomaly-decider.test.ts',
    test: 'open with a triage item, and end with it',
  },
  {
    name: 'anomalies of former owners are left open',
    file: 'services/evaluator/anomalies-restore.ts',
    find: 'if (isDone || offset < place.offset) return;',
    replace: 'if (isDone || offset >= place.offset) return;',
    spec: 'test/integration/evaluator-lost-disk.test.ts',
    test: 'ends an anomaly of which the log says nothing any more',
  },
  {
    name: 'minutes that the log has in part are judged',
    file: 'services/evaluator/start.ts',
    in: 'findStart',
    find: 'fromMs + evaluationLimits.lateSeconds * 1000',
    replace: 'fromMs - evaluationLimits.keptSeconds * 1000',
    spec: 'test/integration/evaluator-lost-disk.test.ts',
    test: 'knows again what was usual for weeks',
  },
];
