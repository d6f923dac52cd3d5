import { deepEqual, equal, match } from 'node:assert/strict';
import type { ResponseOf } from '../../schemas/http/routes.ts';
import { callApi } from '../support/api-call.ts';
import { buyerOf } from '../support/checkout-client.ts';
import { tidemark } from '../support/cli.ts';
import { adminToken } from '../support/cluster-accounts.ts';
import { type ObservedServer, startObservedServer } from '../support/observed-server.ts';

describe('plans on the command line', function () {
  this.timeout(60_000);
  let server: ObservedServer;
  let key = '';
  let organization = '';

  before(async () => {
    server = await startObservedServer({ environment: { TIDEMARK_ADMIN_TOKEN: adminToken } });
    const account = await server.account('ada@example.org', 'checkout');
    ({ key } = account);
    organization = String(account.verified.body.organization_id);
  });
  after(() => server?.close());

  const run = (line: string, more: Readonly<Record<string, string>> = {}) =>
    tidemark(line.split(' '), { TIDEMARK_DATA_DIR: server.dataDir, ...more });
  const subscription = async () =>
    (await server.get<ResponseOf<'subscription'>>('/v1/billing/subscription', key)).body;

  it('list them with limits and prices', async () => {
    const { code, out } = await run('plans');
    equal(code, 0);
    match(out, /^free +Free +200,000 +20\.0 GB +free +free$/m);
    match(out, /^team +Team +10,000,000 +1\.0 TB +99 USD +990 USD$/m);
    const { records } = await run('plans --json');
    deepEqual(
      records.map(({ id }) => id),
      ['free', 'starter', 'team', 'scale'],
    );
  });

  it('show that of an organization, and give it another one, whose quota follows at once', async () => {
    const before = await run(`organization plan ${organization}`);
    match(before.out, /has the plan free: 200,000 traces and 20\.0 GB a month\.\nNothing was ever/);
    const given = await run(`organization plan ${organization} scale`);
    equal(given.code, 0);
    match(given.out, /has the plan scale, given by an operator: 100,000,000 traces/);
    const { plan, usage } = await subscription();
    deepEqual([plan, usage.trace_limit], ['scale', 100_000_000]);
    const { events } = (await server.get<ResponseOf<'audit'>>('/v1/audit', key)).body;
    const entry = events.find(({ type }) => type === 'PlanChanged');
    deepEqual([entry?.actor.type, entry?.summary], ['operator', 'An operator gave the plan scale']);
  });

  it('do the same over HTTP with the token, and say what is wrong', async () => {
    const remote = { TIDEMARK_ADMIN_TOKEN: adminToken };
    const given = await run(
      `organization plan ${organization} free --url ${server.url} --json`,
      remote,
    );
    deepEqual([given.code, given.records[0]?.plan], [0, 'free']);
    equal((await subscription()).plan, 'free');
    const unknown = await run('organization plan 0c293219-67d8-5369-b5c4-53b455d2bbb3');
    deepEqual([unknown.code, unknown.out], [1, '']);
    match(unknown.err, /there is no organization 0c293219/);
    const gold = await run(`organization plan ${organization} gold`);
    equal(gold.code, 1);
    match(gold.err, /expected one of free, starter, team, scale/);
  });

  /** What people do with the key of their organization. */
  const billing = (line: string, apiKey: string) =>
    run(`billing ${line} --url ${server.url}`, { TIDEMARK_API_KEY: apiKey });

  it('show somebody what there is to buy, and that nothing was paid', async () => {
    const shown = await billing('plan', key);
    match(shown.out, /^Plan free: 200,000 traces and 20\.0 GB a month\.\nNothing was ever paid/);
    match(shown.out, /^http:.*\/billing$/m);
    match((await billing('plans', key)).out, /^team +Team +10,000,000 +1\.0 TB +99 USD +990 USD$/m);
    equal((await billing('invoices', key)).out, 'There are no invoices.\n');
    const unpaid = await billing('change-plan team --yes', key);
    equal(unpaid.code, 1);
    match(unpaid.err, /nothing is paid for that could be changed/);
  });

  it('change a plan that is paid for once it is confirmed, in the interval of now', async () => {
    const bob = await buyerOf(server, 'bob');
    const { session_id: session } = await bob.open('starter', { billing_interval: 'yearly' });
    equal((await bob.pay(session))[0], 303);
    const unsure = await billing('change-plan team', bob.key);
    deepEqual([unsure.code, unsure.out], [2, '']);
    match(unsure.err, /team costs 990 USD a year\. .* Add --yes to confirm/);
    match((await billing('change-plan free', bob.key)).err, /the payments end with the period/);
    match((await billing('change-plan gold', bob.key)).err, /expected one of free, starter, team/);
    equal((await billing('change-plan team --interval weekly --yes', bob.key)).code, 2);
    equal((await bob.subscription()).plan, 'starter');
    const changed = await billing('change-plan team --yes', bob.key);
    equal(changed.code, 0);
    match(changed.out, /^The plan is team\.\nteam \(yearly\) through sandbox is paid until /);
    const { records } = await billing('change-plan free --yes --json', bob.key);
    const { payment } = await bob.subscription();
    deepEqual(records, [{ plan: 'team', payment }]);
    equal(payment?.next?.plan, 'free');
    match((await billing('plan', bob.key)).out, /is paid until .*\. Then follows free\.$/m);
  });

  it('change nothing with a key that reads', async () => {
    const { body } = await callApi<ResponseOf<'createApiKey'>>(server.url, {
      method: 'POST',
      path: '/v1/api-keys',
      key,
      body: { name: 'reads', kind: 'read' },
    });
    equal((await billing('plan', body.key)).code, 0);
    const refused = await billing('change-plan team --yes', body.key);
    equal(refused.code, 1);
    match(refused.err, /a key of kind read may not be used here; use one of kind live/);
  });
});
