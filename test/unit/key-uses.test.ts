import { deepEqual, equal } from 'node:assert/strict';
import { Unavailable } from '../../platform/errors.ts';
import { openLog } from '../../platform/log.ts';
import { keyId, organizationId } from '../../schemas/ids.ts';
import { startKeyUses } from '../../services/key-uses.ts';

const organization = organizationId('11111111-1111-4111-8111-111111111111');
const keyOf = (digit: number) => ({
  organizationId: organization,
  keyId: keyId(`00000000-0000-4000-8000-00000000000${digit}`),
});

function setUp() {
  const state = { nowMs: Date.UTC(2026, 0, 2, 3, 4, 5), rows: [] as number[], away: false };
  const uses = startKeyUses({
    clock: () => state.nowMs,
    log: openLog({ level: 'silent', pretty: false }),
    warehouse: {
      insertColumns: async (_, rows) => {
        if (state.away) throw new Unavailable('not now');
        state.rows.push(rows);
      },
    },
  });
  return { state, uses };
}

describe('uses of keys', () => {
  it('are one row for a key and a minute, however often it is used', async () => {
    const { state, uses } = setUp();
    for (let count = 0; count < 1_000; count++) uses.used(keyOf(count % 2));
    await uses.stop();
    deepEqual(state.rows, [2]);
    uses.used(keyOf(1));
    state.nowMs += 60_000;
    uses.used(keyOf(1));
    await uses.stop();
    deepEqual(state.rows, [2, 1]);
  });

  it('wait while the warehouse is away', async () => {
    const { state, uses } = setUp();
    state.away = true;
    uses.used(keyOf(1));
    await uses.stop();
    equal(state.rows.length, 0);
    state.away = false;
    await uses.stop();
    deepEqual(state.rows, [1]);
  });
});
