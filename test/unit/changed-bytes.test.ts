import { deepEqual, equal } from 'node:assert/strict';
import { changedBytes, changedBytesKey } from '../../projections/billing/changed-bytes.ts';
import { monthOf } from '../../schemas/billing/month.ts';
import { organizationId } from '../../schemas/ids.ts';
import { recordedAt, toEvent } from '../support/given.ts';

const organization = organizationId('0c293219-67d8-5369-b5c4-53b455d2bbb3');
const november = Date.UTC(2026, 10, 30, 23, 59);
const december = Date.UTC(2026, 11, 1);

describe('bytes that changes store', () => {
  const renamed = (name: string, actor = 'key:one', atMs = november) => ({
    ...toEvent(
      { type: 'QuotaRestored', data: { organizationId: organization, month: name as never } },
      atMs,
    ),
    organizationId: organization,
    actor,
  });

  it('are the sum of what the events of keys and people say, by the month in which they were stored', () => {
    const rows = new Map<string, { readonly bytes: number }>();
    const events = ['a', 'bb', 'ccc'].map((name, at) =>
      renamed(name, ['key:one', 'user:one'][at % 2]),
    );
    for (const [index, event] of events.entries()) {
      const recorded = recordedAt(index < 2 ? november : december);
      for (const key of changedBytes.keys(event, recorded)) {
        const row = changedBytes.project(rows.get(key), event, key, recorded);
        if (row !== undefined) rows.set(key, row);
      }
    }
    const [a, b, c] = events.map(({ data }) => JSON.stringify(data).length) as [
      number,
      number,
      number,
    ];
    deepEqual(
      [...rows],
      [
        [changedBytesKey(organization, monthOf(november)), { bytes: a + b }],
        [changedBytesKey(organization, monthOf(december)), { bytes: c }],
      ],
    );
  });

  it('leave out what our own roles say, and what is of no organization yet', () => {
    deepEqual(changedBytes.keys(renamed('a', 'monitor'), recordedAt(november)), []);
    const { organizationId: _, ...registration } = renamed('a');
    equal(changedBytes.keys(registration, recordedAt(november)).length, 0);
  });
});
