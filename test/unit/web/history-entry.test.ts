import { deepEqual, equal } from 'node:assert/strict';
import fc from 'fast-check';
import {
  type Entry,
  minutesAround,
  thingLink,
  whoText,
} from '../../../services/web/pages/history/entry.ts';
import { leavesOf } from '../../../services/web/pages/history/leaves.ts';

const entryOf = (type: string, changes: Entry['changes'] = []): Entry => ({
  id: 'event',
  at: '2026-11-25T02:14:07.250Z',
  actor: { type: 'system', id: 'evaluator' },
  type: 'Changed',
  summary: 'Changed',
  resource: { type, id: 'b0f4f306' },
  changes,
  correlation_id: 'cause',
  causation_id: 'cause',
});

const rule = { name: 'Slow', threshold: 100, scope: { type: 'global' }, channels: ['a'] };

describe('an entry of the history', () => {
  it('shows each value within a field that changed, and no other', () => {
    const after = { ...rule, threshold: 250, channels: ['a', 'b'] };
    deepEqual(leavesOf([{ field: 'rule', before: rule, after }]), [
      { path: 'rule.threshold', before: 100, after: 250 },
      { path: 'rule.channels', before: ['a'], after: ['a', 'b'] },
    ]);
  });

  it('shows all values of what is new, and of what is gone', () => {
    const scope = { type: 'service', service: 'search' };
    deepEqual(leavesOf([{ field: 'scope', before: null, after: scope }]), [
      { path: 'scope.type', before: null, after: 'service' },
      { path: 'scope.service', before: null, after: 'search' },
    ]);
    deepEqual(leavesOf([{ field: 'scope', before: scope, after: null }])[0], {
      path: 'scope.type',
      before: 'service',
      after: null,
    });
  });

  it('shows a value of another shape whole', () => {
    const change = { field: 'target', before: 'all', after: { service: 'search' } };
    deepEqual(leavesOf([change]), [{ path: 'target', before: 'all', after: change.after }]);
  });

  it('loses no field that changed, also one whose values are hidden', () => {
    const value = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constant('(sealed)'));
    fc.assert(
      fc.property(fc.array(fc.tuple(value, value), { maxLength: 4 }), values => {
        const changes = values.map(([before, after], index) => ({
          field: `field_${index}`,
          before: before as Entry['changes'][number]['before'],
          after: after as Entry['changes'][number]['after'],
        }));
        const shown = new Set(leavesOf(changes).map(({ path }) => path.split('.')[0]));
        deepEqual([...shown].sort(), changes.map(({ field }) => field).sort());
      }),
    );
  });

  it('leads to the minutes on both sides of it, and to now while its minute runs', () => {
    const { at } = entryOf('alert-rule');
    deepEqual(minutesAround(at, Date.parse('2026-11-25T02:15:00Z')), {
      before: '2026-11-25T02:14:00.000Z',
      after: '2026-11-25T02:15:00.000Z',
    });
    equal(minutesAround(at, Date.parse('2026-11-25T02:14:59Z')).after, undefined);
  });

  it('leads to the page of what it is about', () => {
    const id = 'b0f4f306';
    deepEqual(thingLink(entryOf('alert-rule')), { to: '/rules/$id', params: { id } });
    deepEqual(thingLink(entryOf('webhook')), { to: '/webhooks/$id', params: { id } });
    deepEqual(thingLink(entryOf('health-check')), { to: '/checks/$id', params: { id } });
    deepEqual(thingLink(entryOf('triage')), { to: '/inbox/$id', params: { id } });
    equal(thingLink(entryOf('mailbox')), undefined);
  });

  it('leads to the alert when it begins, and else to the alerts of its rule', () => {
    const began = entryOf('alert', [{ field: 'alert_id', before: null, after: 'a1' }]);
    deepEqual(thingLink(began), { to: '/alerts/$id', params: { id: 'a1' } });
    const search = { state: 'all', rule: 'b0f4f306' };
    deepEqual(thingLink(entryOf('alert')), { to: '/alerts', search });
  });

  it('says who did it', () => {
    equal(whoText({ type: 'system', id: 'evaluator' }), 'Tidemark (evaluator)');
    equal(whoText({ type: 'key', id: '674a4565-e1fa-55d8' }), 'API key 674a4565');
    equal(whoText({ type: 'operator', id: null }), 'the operator');
  });
});
