import { deepEqual, equal, match } from 'node:assert/strict';
import { monthAfter, monthEndMs, monthOf } from '../../schemas/billing/month.ts';
import { subscriptionStream } from '../../schemas/ids.ts';
import { limits } from '../../services/monitor/config.ts';
import { eventsOf } from '../support/accounts.ts';
import { controlledClock } from '../support/controlled-clock.ts';
import { type ObservedServer, startObservedServer } from '../support/observed-server.ts';
import { type Customer, customerOf } from '../support/quota.ts';
import { until } from '../support/until.ts';
import { recordsOf } from '../support/whole-account.ts';

describe('the turn of a month', function () {
  this.timeout(60_000);
  const clock = controlledClock();
  let server: ObservedServer;
  let ada: Customer;

  before(async () => {
    const environment = { TIDEMARK_FREE_TRACES: '5' };
    server = await startObservedServer({ clock: clock.now, environment });
    ada = await customerOf(server, 'ada', clock.now);
  });
  after(() => server.close());

  const lastFact = async () =>
    (await eventsOf(server.platform.eventStore, subscriptionStream(ada.organization))).at(-1);

  it('lets an organization send again whose quota was used up, and counts anew', async () => {
    const month = monthOf(Date.now());
    await ada.send(4);
    await until('the warning', async () => (await ada.notices()).length === 1);
    await ada.sendUntilRefused();
    await until('the other mail', async () => (await ada.notices()).length === 2);
    await server.caughtUp();
    const { usage } = await ada.subscription();
    clock.holdAt(monthEndMs(month) - 1);
    match((await ada.send()).bytes.toString(), /quota exceeded/);
    clock.holdAt(monthEndMs(month));
    equal((await ada.send(2)).bytes.toString(), '{"partialSuccess":{}}');
    await server.caughtUp();
    const answer = await ada.subscription();
    deepEqual(answer.usage.traces_used, 2);
    equal(answer.current_period_end, new Date(monthEndMs(monthAfter(month))).toISOString());
    clock.holdAt(monthEndMs(month) + limits.lateMsMax);
    const restored = await until('the end of the month to be told', async () => {
      const fact = await lastFact();
      return fact?.type === 'QuotaRestored' && fact;
    });
    equal(restored.data.month, monthAfter(month));
    const history = await recordsOf(server).history(`subscription-${ada.organization}`);
    const closed = history.find(({ type }) => type === 'PeriodClosed');
    deepEqual([closed?.data.traces, closed?.data.bytes], [usage.traces_used, usage.bytes_used]);
    await ada.send(2);
    await until('the warning of the new month', async () => (await ada.notices()).length === 3);
  });
});
