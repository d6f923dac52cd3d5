import { deepEqual, equal, match, rejects } from 'node:assert/strict';
import fc from 'fast-check';
import type { SubscriptionRow } from '../../projections/billing/subscriptions.ts';
import type { KeyKind } from '../../schemas/api-keys/kinds.ts';
import { monthOf } from '../../schemas/billing/month.ts';
import { keyId, organizationId } from '../../schemas/ids.ts';
import { openQuotas } from '../../services/ingest-api/quotas/open.ts';
import { openPeriodBytes } from '../../services/ingest-api/quotas/period-bytes.ts';
import { holds } from '../support/property.ts';

const organization = organizationId('0c293219-67d8-5369-b5c4-53b455d2bbb3');
const noon = Date.UTC(2026, 10, 25, 12);
const month = monthOf(noon);
const key = (kind: KeyKind = 'live', id = 'one') => ({
  organizationId: organization,
  keyId: keyId(id),
  kind,
});
const plan = { organizationId: organization, plan: 'free', startedAtMs: 0, traceLimit: 10 };

const day = 86_400_000;
const retention = {
  topicsMs: 7 * day,
  spansMs: day,
  hoursMs: day,
  receiptsMs: day,
  outboxMs: day,
};
const taken = { isParked: false, reason: undefined };

describe('what this process takes of a quota', () => {
  const opened = (reached?: SubscriptionRow['reached'], pubKeyBytesPerDay = 1_000) => {
    let row: SubscriptionRow = { ...plan, bytesLimit: 100, ...(reached && { reached }) };
    const quotas = openQuotas({
      projections: { get: () => row as never },
      publicUrl: () => 'https://tide.example',
      configuration: { pubKeyBytesPerDay, retention },
    });
    const store = (
      bytes: number,
      more: { isNew?: boolean; atMs?: number; by?: ReturnType<typeof key> } = {},
    ) => {
      const { isNew = true, atMs = noon, by = key() } = more;
      return quotas.store({ key: by, bytes, receivedAtMs: atMs }, async () => isNew);
    };
    return {
      ...quotas,
      store,
      change: (fields: Partial<SubscriptionRow>) => {
        row = { ...row, ...fields };
      },
    };
  };
  const reachedWith = (bytes: number, level: 'warned' | 'exceeded' = 'warned') => ({
    month,
    level,
    traces: 0,
    bytes,
  });

  it('ends with the plan, and begins anew with the next month or a larger plan', async () => {
    const quotas = opened();
    equal(await quotas.store(60), undefined);
    const reason = await quotas.store(41);
    match(
      reason ?? '',
      /^quota exceeded: 41 bytes .* 100 bytes of the plan free in 2026-11.*tide/u,
    );
    equal(await quotas.store(40), undefined);
    match((await quotas.store(1)) ?? '', /^quota exceeded/u);
    equal(await quotas.store(100, { atMs: Date.UTC(2026, 11, 1) }), undefined);
    quotas.change({ bytesLimit: 150 });
    equal(await quotas.store(50), undefined);
  });

  it('ends with what was left when the use of the plan was recorded', async () => {
    const quotas = opened(reachedWith(80));
    equal(await quotas.store(20), undefined);
    match((await quotas.store(1)) ?? '', /^quota exceeded/u);
    quotas.change({ reached: reachedWith(120, 'exceeded') });
    match((await quotas.store(0)) ?? '', /120 of 100 bytes/u);
  });

  it('counts neither what was there already nor what could not be stored', async () => {
    const quotas = opened();
    for (let sent = 0; sent < 3; sent++) equal(await quotas.store(90, { isNew: false }), undefined);
    const failing = quotas.receive({ key: key(), bytes: 1, receivedAtMs: noon }, () =>
      Promise.reject(new Error('away')),
    );
    await rejects(failing, /away/u);
    equal(await quotas.store(100), undefined);
  });

  it('is reserved before it is stored, so that requests side by side do not exceed it', async () => {
    const quotas = opened();
    const reasons = await Promise.all(Array.from({ length: 10 }, () => quotas.store(30)));
    equal(reasons.filter(reason => reason === undefined).length, 3);
  });

  it('has a day for a public key, also for repetitions and telemetry, and none for other keys', async () => {
    const quotas = opened(undefined, 50);
    const by = key('pub');
    equal(await quotas.store(20, { by, isNew: false }), undefined);
    const amount = { key: by, bytes: 30, receivedAtMs: noon };
    deepEqual(await quotas.receive(amount, async () => true), taken);
    const reason = await quotas.store(1, { by });
    match(reason ?? '', /a public key may send 50 bytes a day.*2026-11-26T00:00:00\.000Z/u);
    match((await quotas.receive(amount, async () => true)).reason ?? '', /a public key/u);
    equal(await quotas.store(1, { by: key('pub', 'another') }), undefined);
    equal(await quotas.store(60), undefined);
    equal(await quotas.store(1, { by, atMs: noon + 12 * 3_600_000 }), undefined);
  });

  it('is refused or parked over the quota, as the organization chose, up to a tenth of the plan', async () => {
    const quotas = opened(reachedWith(100, 'exceeded'));
    const receive = async (bytes: number, receivedAtMs = noon) => {
      const asked: boolean[] = [];
      const work = async (isParked: boolean) => asked.push(isParked) > 0;
      return { ...(await quotas.receive({ key: key(), bytes, receivedAtMs }, work)), asked };
    };
    const refused = await receive(1);
    deepEqual([refused.isParked, refused.asked], [false, []]);
    match(
      refused.reason ?? '',
      /^quota exceeded: 100 of 100 bytes .* so nothing was taken; it starts/u,
    );
    quotas.change({ overQuota: 'park' });
    const parked = await receive(6);
    deepEqual([parked.isParked, parked.asked], [true, [true]]);
    match(
      parked.reason ?? '',
      /are used in 2026-11, so this request is parked until 2026-12-01T12:00:00\.000Z and counts as soon as there is quota; it starts anew/u,
    );
    const full = await receive(5);
    deepEqual([full.isParked, full.asked], [false, []]);
    match(full.reason ?? '', /as much is parked as may be, 10 bytes, so nothing was taken/u);
    deepEqual((await receive(4)).isParked, true);
    const tomorrow = await receive(10, noon + day);
    deepEqual([tomorrow.isParked, tomorrow.asked], [true, [true]]);
    quotas.change({ bytesLimit: 1_000, isParkingFull: true });
    deepEqual((await receive(0)).isParked, false);
    quotas.change({ isParkingFull: false });
    deepEqual((await receive(90)).isParked, true);
  });

  it('is taken as ever while there is quota, also of those who park', async () => {
    const quotas = opened(reachedWith(80));
    quotas.change({ overQuota: 'park' });
    const asked: boolean[] = [];
    const amount = { key: key(), bytes: 30, receivedAtMs: noon };
    const work = async (isParked: boolean) => asked.push(isParked) > 0;
    deepEqual(await quotas.receive(amount, work), taken);
    deepEqual(asked, [false]);
  });

  it('is a sum by owner and period, like that of a naive list', () =>
    holds(fc.property(fc.array(takes, { maxLength: 40 }), follow), 500));

  it('forgets the owner that was used least lately', () => {
    const bytes = openPeriodBytes(2);
    const share = (owner: string) => ({ owner, period: '1', bytesMax: 10 });
    for (const owner of ['a', 'b', 'a', 'c']) bytes.take([share(owner)], 5);
    deepEqual(bytes.take([share('a')], 1), share('a'));
    equal(bytes.take([share('b')], 10), undefined);
  });
});

const takes = fc.record({
  owner: fc.constantFrom('a', 'b'),
  period: fc.constantFrom('1', '2'),
  amount: fc.nat({ max: 60 }),
  isKept: fc.boolean(),
});
type Take = typeof takes extends fc.Arbitrary<infer Value> ? Value : never;

/** The same steps beside what each owner took since its period changed last. */
function follow(steps: readonly Take[]): void {
  const bytes = openPeriodBytes(100);
  const kept: Take[] = [];
  for (const step of steps) {
    const { owner, period, amount, isKept } = step;
    const own = kept.filter(each => each.owner === owner);
    const since = own.slice(own.findLastIndex(each => each.period !== period) + 1);
    const share = { owner, period, bytesMax: 100 };
    const isRoom = since.reduce((sum, each) => sum + each.amount, amount) <= 100;
    deepEqual(bytes.take([share], amount), isRoom ? undefined : share);
    if (!isRoom) continue;
    if (!isKept) bytes.giveBack([share], amount);
    kept.push({ ...step, amount: isKept ? amount : 0 });
  }
}
