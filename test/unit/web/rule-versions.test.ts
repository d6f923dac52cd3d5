import { deepEqual } from 'node:assert/strict';
import { versionsOf } from '../../../services/web/pages/rule/versions.ts';

type Event = Parameters<typeof versionsOf>[0][number];

const rule = { name: 'A', threshold: 5, enabled: true, scope: { type: 'global' }, channel_ids: [] };

let count = 0;
const event = (type: string, changes: readonly (readonly [string, unknown, unknown])[]): Event => ({
  id: `event-${count++}`,
  at: '2026-11-25T02:00:00.000Z',
  type,
  actor: { type: 'key', id: '674a4565-e1fa-55d8-bf21-c9ff9873b654' },
  changes: changes.map(([field, before, after]) => ({ field, before, after })) as Event['changes'],
});

describe('the history of a rule', () => {
  it('says what was changed and by whom, and leaves out when it took effect', () => {
    const moved = { ...rule, threshold: 7, scope: { type: 'service', service: 'cart' } };
    const found = versionsOf([
      event('AlertRuleAdopted', [['rule_version', 1, 2]]),
      event('AlertRuleChanged', [
        ['rule', rule, moved],
        ['version', 1, 2],
      ]),
      event('AlertRuleCreated', [
        ['rule', null, rule],
        ['version', null, 1],
      ]),
    ]);
    deepEqual(
      found.map(({ what, by, version, changes }) => [what, by, version, changes]),
      [
        [
          'Changed',
          'a key (674a4565)',
          2,
          [
            { field: 'threshold', from: '5', to: '7' },
            { field: 'scope', from: 'all services', to: 'cart' },
          ],
        ],
        ['Created', 'a key (674a4565)', 1, []],
      ],
    );
  });

  it('knows a rule as disabled that was switched off before it was changed', () => {
    const found = versionsOf([
      event('AlertRuleChanged', [['rule', rule, { ...rule, name: 'B' }]]),
      event('AlertRuleToggled', [['enabled', null, false]]),
      event('AlertRuleCreated', [['rule', null, rule]]),
    ]);
    deepEqual(
      found.map(({ what, changes }) => [what, ...changes.map(({ field }) => field)]),
      [['Changed', 'name', 'enabled'], ['Disabled'], ['Created']],
    );
  });
});
