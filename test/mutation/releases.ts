import type { Mutant } from './mutant.ts';

const figures = 'test/integration/releases.property.test.ts';
const decider = 'test/unit/release-decider.test.ts';
const counted = 'equal a naive count of the spans, in the list and of each deployment';

/** In releases. */
export const releases: readonly Mutant[] = [
  {
    name: 'the time before a deployment is longer than the time after it',
    in: 'comparedOf',
    find: 'fromSeconds: at - (end - at)',
    replace: 'fromSeconds: at - 2 * (end - at)',
    spec: figures,
    test: counted,
  },
  {
    name: 'an error counts as new in each deployment after which it comes',
    in: 'readNewGroups',
    find: 'min(toUnixTimestamp64Nano(time))',
    replace: 'max(toUnixTimestamp64Nano(time))',
    spec: figures,
    test: counted,
  },
  {
    name: 'figures of releases count what came later',
    in: 'readHistograms',
    find: 'knownBeforeSeconds === undefined ?',
    replace: 'true ?',
    spec: figures,
    test: 'count as of an instant what was known before its minute, though more came since',
  },
  {
    name: 'a release is finalized anew each time',
    in: 'changedRelease',
    find: 'finalizedAtMs: finalizedAtMs ?? atMs',
    replace: 'finalizedAtMs: atMs',
    spec: decider,
    test: 'is finalized since the first time',
  },
  {
    name: 'a release that is recorded again loses its services',
    in: 'mergedRelease',
    find: 'withServices(before.services, services)',
    replace: 'withServices([], services)',
    spec: decider,
    test: 'is recorded again without a change',
  },
];
