import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { KeyedRow, ListOptions, ReadStore, RowWrite } from '../../platform/read-store/port.ts';
import { holds } from '../support/property.ts';
import { newTable, type ReadStores } from './read-store-harness.ts';
import { createReadModel, type Step } from './read-store-model.ts';

/** What holds for any changes, one after another or all at once. */
export function modelContract(stores: ReadStores): void {
  it('answers as a naive model does', async () => {
    const store = stores.store();
    const property = fc.asyncProperty(steps, fc.boolean(), async (all, isAtOnce) => {
      const tables = [newTable(), newTable()] as const;
      const model = createReadModel();
      const changes = all.map(step => {
        const writes = withFirsts(step.writes, model.versions(step.table));
        model.apply(step);
        return { ...step, writes, table: tables[step.table] };
      });
      await inOrder(changes, isAtOnce, change => store.apply([change]));
      for (const { table, writes, probe } of all) {
        const name = tables[table];
        assert.deepEqual(store.list(name, probe), model.list(table, probe));
        assert.deepEqual(
          inPages(store, name, probe),
          model.list(table, { ...probe, limit: 1_000 }),
        );
        assert.deepEqual([...store.versions(name)], model.versions(table));
        assert.deepEqual(
          writes.map(({ key }) => store.get(name, key, probe.at)),
          writes.map(({ key }) => model.get(table, key, probe.at)),
        );
      }
      for (const table of tables) await store.drop(table);
    });
    await holds(property, 120);
  });
}

/** Says of the writes of each new key that it is new, as one who knows the keys may. */
const withFirsts = (writes: readonly RowWrite[], before: readonly RowWrite[]): RowWrite[] =>
  writes.map(write =>
    before.some(({ key }) => key === write.key) ? write : { ...write, isFirst: true },
  );

/** A whole list by pages, the first of which ends after so many rows as the probe says. */
function inPages(store: ReadStore, table: string, { limit, ...places }: ListOptions): KeyedRow[] {
  const all: KeyedRow[] = [];
  let next: string | undefined;
  do {
    const from = next === undefined ? {} : { after: next };
    const page = store.page(table, { ...places, ...from, rowsMax: limit + 1, bytesMax: 20 });
    assert.ok(page.rows.length <= limit + 1);
    all.push(...page.rows);
    next = page.next;
  } while (next !== undefined);
  return all;
}

/** Few letters, so that keys meet and begin each other; the ones that encodings stumble over. */
const key = fc.string({
  unit: fc.constantFrom('a', 'b', '\u0000', '\u0001', '\u007f', 'ÿ', '鍵', '\uffff', '🔑'),
  maxLength: 4,
});
const position = fc.integer({ min: 0, max: 12 });

/** As JSON gives them back, for deep equality. */
const plain = { noNullPrototype: true } as const;

const rowWrite: fc.Arbitrary<RowWrite> = fc.oneof(
  fc.record({ key, position, row: fc.record({ n: fc.nat(9) }, plain) }, plain),
  fc.record({ key, position }, plain),
);

async function inOrder<T>(
  all: readonly T[],
  isAtOnce: boolean,
  work: (each: T) => Promise<void>,
): Promise<void> {
  const under: Promise<void>[] = [];
  for (const each of all) {
    under.push(work(each));
    if (!isAtOnce) await under.at(-1);
  }
  await Promise.all(under);
}

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    table: fc.constantFrom(0 as const, 1 as const),
    writes: fc.array(rowWrite, { maxLength: 8 }),
    forget: fc.array(key, { maxLength: 1 }),
    checkpoint: position,
    probe: fc.record(
      { limit: fc.nat(8), prefix: key, after: key, at: position },
      { requiredKeys: ['limit'] },
    ),
  }),
  { minLength: 1, maxLength: 6 },
);
