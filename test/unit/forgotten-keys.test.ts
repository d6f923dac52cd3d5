import { equal, ok } from 'node:assert/strict';
import { keyAt, wordsOfKey } from '../../services/processor/core/end-table.ts';
import { ForgottenKeys } from '../../services/processor/core/forgotten-keys.ts';
import { seed } from '../support/property.ts';

describe('keys of calls that were forgotten', () => {
  let made = 0;
  const hashes = (count: number): Int32Array => {
    const words = Uint32Array.from({ length: count * wordsOfKey }, () => made++);
    return Int32Array.from(
      { length: count },
      (_, key) => keyAt(words, key * wordsOfKey, seed).hash,
    );
  };

  it('are never denied, and few others are taken for them', () => {
    const forgotten = new ForgottenKeys();
    const tables = [1, 9, 20_000, 20_000, 300, 20_000, 131_072, 5].map(hashes);
    for (const [latestMs, table] of tables.entries())
      forgotten.add({ count: table.length, hashes: table, latestMs });
    for (const table of tables) for (const hash of table) ok(forgotten.maybe({ hash }));
    const others = hashes(50_000);
    const wrong = others.filter(hash => forgotten.maybe({ hash })).length;
    ok(
      wrong < others.length / 100,
      `${wrong} of ${others.length} keys were taken for others, TEST_SEED=${seed}`,
    );
    const bytes = forgotten.bytes / tables.reduce((sum, { length }) => sum + length, 0);
    ok(bytes < 64, `${bytes} bytes a key`);
  });

  it('are gone with the filter that has them', () => {
    const forgotten = new ForgottenKeys();
    const [old, late] = [hashes(10), hashes(10_000)];
    forgotten.add({ count: old.length, hashes: old, latestMs: 5 });
    forgotten.add({ count: late.length, hashes: late, latestMs: 9 });
    equal(forgotten.oldestMs, 5);
    forgotten.dropOldest();
    equal(forgotten.oldestMs, 9);
    ok(!old.every(hash => forgotten.maybe({ hash })));
    forgotten.dropOldest();
    equal(forgotten.oldestMs, undefined);
    ok(!forgotten.maybe({ hash: late[0] as number }));
  });
});
