import { ok } from 'node:assert/strict';
import fc from 'fast-check';
import { openKnownKeys } from '../../projections/engine/instance/bloom-filter.ts';
import { holds } from '../support/property.ts';

describe('keys that are known', () => {
  it('are never denied', async () => {
    const keys = openKnownKeys();
    const known = fc.asyncProperty(fc.string({ unit: 'binary' }), async key => {
      keys.add(key);
      ok(keys.maybe(key));
    });
    await holds(known, 1_000);
  });

  it('are few among others', () => {
    const keys = openKnownKeys();
    const count = 300_000;
    for (let index = 0; index < count; index++) keys.add(`key/${index}`);
    let wrong = 0;
    for (let index = 0; index < count; index++) if (keys.maybe(`other/${index}`)) wrong++;
    ok(wrong < count / 200, `${wrong} of ${count} keys were taken for others`);
  });
});
