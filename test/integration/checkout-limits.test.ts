import { deepEqual, equal, match } from 'node:assert/strict';
import { checkoutLimits } from '../../services/ingest-api/billing/config.ts';
import { type Buyer, buyerOf, returnUrls } from '../support/checkout-client.ts';
import { controlledClock } from '../support/controlled-clock.ts';
import { type ObservedServer, startObservedServer } from '../support/observed-server.ts';

/** Fewer than the commands of a key that may be under way. */
const atOnce = 16;

describe('the limits of checkouts', function () {
  this.timeout(60_000);
  const clock = controlledClock();
  let server: ObservedServer;
  let ada: Buyer;

  before(async () => {
    server = await startObservedServer({ clock: clock.now });
    ada = await buyerOf(server, 'ada');
  });
  after(() => server.close());

  it('are that one expires after an hour, and then changes nothing', async () => {
    const { session_id: session, expires_at: end } = await ada.open('starter');
    clock.holdAt(Date.parse(end) - 1);
    equal((await ada.page(session)).status, 200);
    clock.holdAt(Date.parse(end));
    const page = await ada.page(session);
    equal(page.status, 410);
    match(await page.text(), /This checkout has expired/);
    deepEqual(await ada.pay(session), [303, `../${session}`]);
    equal((await ada.subscription()).plan, 'free');
    clock.release();
  });

  it('are that one which was paid in time stays paid', async () => {
    const { session_id: session, expires_at: end } = await ada.open('starter');
    clock.holdAt(Date.parse(end) - 1);
    const paid = await ada.pay(session);
    match(paid[1] ?? '', /^https:\/\/shop\.example\.com\/paid/);
    clock.holdAt(Date.parse(end) + 1);
    deepEqual(await ada.pay(session), paid);
    equal((await ada.page(session)).status, 200);
    clock.release();
  });

  it('are so many open ones of an organization, until some expire', async () => {
    const { openMax, validMs } = checkoutLimits;
    clock.holdAt(Date.now() + 2 * validMs);
    for (let open = 0; open < openMax; open += atOnce)
      await Promise.all(
        Array.from({ length: Math.min(atOnce, openMax - open) }, () => ada.open('starter')),
      );
    const wish = { plan_id: 'starter', ...returnUrls };
    const { status, body } = await ada.checkOut(wish);
    deepEqual([status, body.code], [409, 'limit_reached']);
    clock.holdAt(Date.now() + 3 * validMs + 1);
    equal((await ada.checkOut(wish)).status, 200);
    clock.release();
  });
});
