import type { Mutant } from './mutant.ts';

const detector = 'test/unit/anomaly-detector.property.test.ts';
const naive = 'reports what the naive model reports';
const watch = 'test/unit/anomaly-watch.test.ts';
const scores = 'test/unit/anomaly-scores.property.test.ts';
const once =
  'are those of a naive model, once, over crashes, repetitions, reassignments and late processes';

/** In anomalies. */
export const anomalies: readonly Mutant[] = [
  {
    name: 'two windows open an anomaly',
    in: 'opened',
    find: '1 + others.length < outsideMin',
    replace: '2 + others.length < outsideMin',
    spec: detector,
    test: naive,
  },
  {
    name: 'an anomaly ends at the edge of its band',
    in: 'verdictOf',
    find: 'score <= anomalyParameters.recoveryShare',
    replace: 'score <= 1',
    spec: detector,
    test: naive,
  },
  {
    name: 'what lies outside of the band is learned at once',
    in: 'codeOf',
    find: 'learned.isOutside ? outside(bucket) : bucket',
    replace: 'bucket',
    spec: detector,
    test: naive,
  },
  {
    name: 'a season is not learned',
    in: 'hourCounts',
    find: 'outsideCount >= anomalyParameters.seasonMinutesMin',
    replace: 'outsideCount < 0',
    spec: detector,
    test: 'compares an hour with the same hours of the week before, once there is a week',
  },
  {
    name: 'the order of merges decides which weeks are kept',
    in: 'mergeSeasons',
    find: '.sort((one, other) => other.week - one.week)',
    replace: '',
    spec: 'test/unit/anomaly-history.property.test.ts',
    test: 'does not depend on the order in which hours are merged',
  },
  {
    name: 'spans from before the time is known are forgotten',
    find: 'this.#watch?.hold(taken.windows);',
    replace: '',
    spec: watch,
    test: 'learns what came before its time was known',
  },
  {
    name: 'a repeated end is decided again',
    in: 'isNews',
    find: 'toMs > (latestMs[metric] ?? 0)',
    replace: 'toMs >= (latestMs[metric] ?? 0)',
    spec: 'test/unit/anomaly-decider.test.ts',
    test: 'have one open anomaly for a metric, also when commands are repeated',
  },
  {
    name: 'an anomaly leaves its triage item open',
    in: 'endAnomaly',
    find: 'return accept(resolvedItem(anomalyId, states), {',
    replace: 'return accept({',
    spec: 'test/unit/anomaly-decider.test.ts',
    test: 'open with a triage item, and end with it',
  },
  {
    name: 'anomalies of former owners are left open',
    find: 'if (isDone || offset < place.offset) return;',
    replace: 'if (isDone || offset >= place.offset) return;',
    spec: 'test/integration/evaluator-lost-disk.test.ts',
    test: 'ends an anomaly of which the log says nothing any more',
  },
  {
    name: 'minutes that the log has in part are judged',
    in: 'findStart',
    find: 'fromMs + evaluationLimits.lateSeconds * 1000',
    replace: 'fromMs - evaluationLimits.keptSeconds * 1000',
    spec: 'test/integration/evaluator-lost-disk.test.ts',
    test: 'knows again what was usual for weeks',
  },
  {
    name: 'an outage of our own is an anomaly in throughput',
    in: 'minuteFigures',
    find: 'throughput: isUnheard ? undefined : n,',
    replace: 'throughput: n,',
    spec: watch,
    test: 'takes an outage of our own neither for requests that stay away nor for the end of an anomaly',
  },
  {
    name: 'an outage of our own ends anomalies',
    in: 'stepOf',
    find: 'verdict === undefined && isUnheard && before.open !== undefined',
    replace: 'verdict === undefined && !isUnheard && before.open === undefined',
    spec: watch,
    test: 'takes an outage of our own neither for requests that stay away nor for the end of an anomaly',
  },
  {
    name: 'a minute is judged of which a part is forgotten',
    in: 'minutesOf',
    find: 'minute * minuteSeconds + evaluationLimits',
    replace: 'time + evaluationLimits',
    spec: watch,
    test: 'does not judge a minute of which a part may be forgotten',
  },
  {
    name: 'a score that comes late takes the place of a later one',
    find: 'place: places.current(), knownAtMs',
    replace: 'place: 0, knownAtMs',
    spec: scores,
    test: once,
  },
  {
    name: 'a past band shows what was judged later',
    find: 'places.appendedAtMs()',
    replace: '0',
    spec: 'test/integration/anomaly-scores-as-of.test.ts',
    test: 'are what was read live at that instant',
  },
  {
    name: 'a process that goes on judges a minute again',
    in: 'resume',
    find: 'this.#settled = settled;',
    replace: 'this.#settled = undefined;',
    spec: scores,
    test: once,
  },
  {
    name: 'a killed process forgets what came before its time was known',
    in: 'openWatch',
    find: '    held,\n',
    replace: '    held: new Map(),\n',
    spec: scores,
    test: once,
  },
  {
    name: 'a process without a disk writes again what others wrote',
    find: 'isNew: () => current >= newFrom,',
    replace: 'isNew: () => current >= 0,',
    spec: scores,
    test: 'are not written again by a process that reads the log for its state alone',
  },
];
