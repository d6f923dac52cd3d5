import type { Mutant } from './mutant.ts';

/** In the triage inbox. */
export const triage: readonly Mutant[] = [
  {
    name: 'an item stays snoozed at the end of its snooze',
    in: 'statusAt',
    find: 'nowMs >= snoozedUntilMs',
    replace: 'nowMs > snoozedUntilMs',
    spec: 'test/unit/triage-decider.test.ts',
    test: 'is open from the end of its snooze on',
  },
  {
    name: 'an acknowledged item escalates after its snooze',
    in: 'escalationLevelAt',
    find: 'item.acknowledgedAtMs !== undefined || ',
    replace: '',
    spec: 'test/unit/triage.property.test.ts',
    test: 'have the status and the escalation level of the naive model',
  },
  {
    name: 'an alert that ends leaves its item open',
    in: 'resolveAlert',
    find: 'resolvedItem(id, states), ',
    replace: '',
    spec: 'test/unit/triage-decider.test.ts',
    test: 'is resolved by each command that resolves the alert',
  },
  {
    name: 'an item that a user resolved is resolved again with its alert',
    in: 'resolvedItem',
    find: "item === undefined || item.status === 'resolved'",
    replace: 'item === undefined',
    spec: 'test/unit/triage-decider.test.ts',
    test: 'resolved by a user leaves the alert firing, and a later firing opens another item',
  },
  {
    name: 'an item of another organization is changed',
    in: 'commandedItem',
    find: 'organizationId === undefined || organizationId === item?.organizationId',
    replace: 'true',
    spec: 'test/unit/triage-decider.test.ts',
    test: 'is unknown to another organization, and as another type',
  },
  {
    name: 'an error comes back from a decision that was taken back since',
    in: 'regressErrorGroup',
    find: "before?.status !== 'resolved' || before.sinceMs !== data.resolvedAtMs",
    replace: "before?.status !== 'resolved'",
    spec: 'test/unit/error-groups.property.test.ts',
    test: 'has the status of a table',
  },
  {
    name: 'an error that is decided about leaves its item open',
    in: 'act',
    find: 'regressionId !== undefined && regressionId === before?.regressionId',
    replace: 'false',
    spec: 'test/unit/error-groups.property.test.ts',
    test: 'has the status of a table',
  },
  {
    name: 'an error that ended before it was resolved has come back',
    in: 'statusOf',
    find: 'lastMs > row.sinceMs',
    replace: 'lastMs > 0',
    spec: 'test/e2e/errors.test.ts',
    test: 'come back after they were resolved',
  },
];
