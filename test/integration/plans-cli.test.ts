import { deepEqual, equal, match } from 'node:assert/strict';
import type { ResponseOf } from '../../schemas/http/routes.ts';
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
});
