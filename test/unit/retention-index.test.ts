import { deepEqual } from 'node:assert/strict';
import type { ReadStore } from '../../platform/read-store/port.ts';
import { eventTimeKey, openExpiries } from '../../projections/engine/instance/retention-index.ts';
import { hourMs } from '../../schemas/durations.ts';

describe('the index of rows that may be forgotten', () => {
  it('is made from the rows of a table alone, not from what is kept beside them', async () => {
    const rows = [
      { key: 'ended', row: { times: [5 * hourMs] } },
      { key: 'going on', row: { times: [] } },
      { key: eventTimeKey, row: { hour: 3 } },
    ];
    const store: Pick<ReadStore, 'list'> = { list: () => rows };
    const endedAtMs = (row: unknown): number | undefined =>
      (row as { readonly times: readonly number[] }).times.at(-1);
    const index = await openExpiries({ ms: 2 * hourMs, endedAtMs }, 'table', store as ReadStore);
    deepEqual(index.due(6), []);
    deepEqual(index.due(7), ['ended']);
  });
});
