import { deepEqual, equal } from 'node:assert/strict';
import {
  byOf,
  changesBetween,
  type Version,
  whatOf,
} from '../../../services/web/versions/changes.ts';

const version: Version = {
  version: 2,
  change: 'changed',
  restored_from: null,
  changed_at: '2026-11-25T02:00:00.000Z',
  changed_by: { type: 'key', id: '674a4565-e1fa-55d8-bf21-c9ff9873b654' },
  settings: {},
};

describe('the history of what people set', () => {
  it('says which settings became what, and leaves out those that stayed', () => {
    const before = { name: 'A', scope_value: null, channel_ids: [], json: { a: 1 }, enabled: true };
    const after = { ...before, scope_value: 'cart', channel_ids: ['x', 'y'], json: { a: 2 } };
    deepEqual(changesBetween({ settings: before }, { settings: after }), [
      { field: 'scope value', from: 'none', to: 'cart' },
      { field: 'channel ids', from: 'none', to: 'x, y' },
      { field: 'json', from: '{"a":1}', to: '{"a":2}' },
    ]);
  });

  it('says what was done and by whom', () => {
    equal(whatOf(version), 'Changed');
    equal(whatOf({ ...version, change: 'restored', restored_from: 1 }), 'Restored version 1');
    equal(byOf(version), 'a key (674a4565)');
    equal(byOf({ ...version, changed_by: { type: 'system', id: 'notifier' } }), 'notifier');
    equal(byOf({ ...version, changed_by: { type: 'operator', id: null } }), 'operator');
  });
});
