import type { Mutant } from './mutant.ts';

const model = {
  spec: 'test/unit/notices.property.test.ts',
  test: 'are those of a naive model, and each is sent with what was recorded',
} as const;

/** In channels, silences and notices of alerts. */
export const notices: readonly Mutant[] = [
  {
    name: 'a silence does not hold notices',
    file: 'services/notifier/core/notices/due.ts',
    in: 'itemsStep',
    find: "if (silenced.length > 0) return withhold(target, silenced, 'silenced');",
    replace: '',
    ...model,
  },
  {
    name: 'a notice does not wait for the alerts of the same half minute',
    file: 'services/notifier/core/notices/due.ts',
    in: 'pendingDueAtMs',
    find: 'first.atMs + noticeWindowMs',
    replace: 'first.atMs',
    ...model,
  },
  {
    name: 'a silence that is over reports nothing',
    file: 'services/notifier/core/notices/on-outcome.ts',
    in: 'onWithheld',
    find: "if (reason === 'silenced' && waiting !== undefined) hold(target, waiting);",
    replace: '',
    ...model,
  },
  {
    name: 'an organization without a channel leaves no reason',
    file: 'services/notifier/core/notices/on-alert.ts',
    in: 'onAlert',
    find: '[[undefined, item]]',
    replace: '[]',
    ...model,
  },
  {
    name: 'the flood limit lets every notice through',
    file: 'services/notifier/core/notices/due.ts',
    in: 'itemsStep',
    find: "isFlooded(target, nowMs) ? withhold(target, items, 'flood_limit') : plan(target, items)",
    replace: 'plan(target, items)',
    spec: 'test/unit/notices.property.test.ts',
    test: 'are at most sixty an hour, and the next says how many alerts were held back',
  },
  {
    name: 'names in a notice are not quoted',
    file: 'services/notifier/core/notices/notice-mail.ts',
    in: 'linesOf',
    find: 'quoted(name)',
    replace: 'name',
    spec: 'test/unit/notice-core.test.ts',
    test: 'contains no markup or link of those who choose names',
  },
  {
    name: 'a channel is tested any number of times',
    file: 'services/decider/core/channels/change-channels.ts',
    in: 'testChannel',
    find: 'testedAtMs !== undefined && atMs < testedAtMs + testPauseMs',
    replace: 'testedAtMs === atMs + testPauseMs',
    spec: 'test/unit/channel-decider.test.ts',
    test: 'is tested at most once a minute',
  },
  {
    name: 'a reminder comes after the end of its alert',
    file: 'services/notifier/core/notices/book.ts',
    in: 'forgetTold',
    find: 'target.told.delete(id);',
    replace: '',
    ...model,
  },
  {
    name: 'a silence does not put off a reminder',
    file: 'services/notifier/core/notices/due.ts',
    in: 'remindersOf',
    find: ' && !isSilenced(item, active, nowMs)',
    replace: '',
    ...model,
  },
];
