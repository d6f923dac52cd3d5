import type { Mutant } from './mutant.ts';

const heartbeats = {
  spec: 'test/unit/health-heartbeats.property.test.ts',
  test: 'and what follows from them are those of a naive model, in every owner of the partition',
} as const;

/** In health checks. */
export const health: readonly Mutant[] = [
  {
    name: 'a second result for the same due instant counts',
    in: 'isLater',
    find: 'offset > last.offset ||',
    replace: 'offset >= last.offset ||',
    spec: 'test/unit/health-decider.test.ts',
    test: 'ignores reports that lie before its last transition, and those about another version',
  },
  {
    name: 'a check that is deleted leaves its item open',
    in: 'deleteHealthCheck',
    find: '...endedOutage(found, states), ',
    replace: '',
    spec: 'test/unit/health-decider.test.ts',
    test: 'resolves its item when it is deleted, and can be created again',
  },
  {
    name: 'a heartbeat is missed without any grace',
    in: 'nextMissedMs',
    find: '(1 + heartbeatGrace)',
    replace: '1',
    ...heartbeats,
  },
  {
    name: 'what was missed before a heartbeat is forgotten',
    in: 'onHeartbeat',
    find: '.filter(isWatched)',
    replace: '.filter(() => false)',
    ...heartbeats,
  },
  {
    name: 'events that are behind the reports count',
    in: 'withCheck',
    find: 'transition === undefined || isBefore(transition, state.reportedAt)',
    replace: 'false',
    ...heartbeats,
  },
  {
    name: 'a new owner forgets what was read before it',
    in: 'begin',
    find: 'Math.min(stored, committed?.offset ?? 0)',
    replace: 'stored',
    ...heartbeats,
  },
  {
    name: 'the body of a response is in the reason of a failure',
    in: 'bodyFailure',
    find: "'the body does not contain the expected text'",
    replace: '`the body is ${body}`',
    spec: 'test/unit/health-decider.test.ts',
    test: 'fails with a reason that shows nothing of the body',
  },
  {
    name: 'a check that is read has the status of its events beside the failures of its samples',
    in: 'standingOf',
    find: 'statusAfter(reported, { failures, successes }, check)',
    replace: 'reported',
    spec: 'test/unit/check-standing.test.ts',
    test: 'stands as at one moment while its events or its samples are behind, by a transition at most',
  },
];
