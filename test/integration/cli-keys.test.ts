import { deepEqual, equal, match } from 'node:assert/strict';
import { randomUuid } from '../../platform/uuid.ts';
import { type IssuedKey, keyOwner } from '../support/api-keys.ts';
import { tidemark as run, type Said } from '../support/cli.ts';
import { sessionOf } from '../support/oauth-client.ts';
import { type ObservedServer, startObservedServer } from '../support/observed-server.ts';
import { until } from '../support/until.ts';

describe('tidemark keys create, change and rotate, silence and members', function () {
  this.timeout(60_000);
  let server: ObservedServer;
  let ada: Awaited<ReturnType<typeof keyOwner>>;

  before(async () => {
    server = await startObservedServer();
    ada = await keyOwner(server);
  });
  after(() => server?.close());

  const keys = (args: readonly string[], key = ada.first): Promise<Said> =>
    run(['keys', ...args, '--url', server.url], { TIDEMARK_API_KEY: key });
  const created = async (...args: readonly string[]) => {
    const { code, err, records } = await keys(['create', ...args, '--json']);
    deepEqual([code, err], [0, '']);
    return records[0] as unknown as IssuedKey;
  };

  it('create a key with its restrictions, and print it once', async () => {
    const { key, ...shown } = await created(
      '--name',
      'Shop',
      '--kind',
      'pub',
      '--origin',
      'https://a.example',
      'https://*.b.example',
      '--service',
      'shop',
      '--rate',
      '600',
      '--expires',
      '2199-01-01T00:00:00Z',
    );
    deepEqual(await ada.show(shown.id), shown);
    deepEqual(
      [shown.allowed_origins, shown.services, shown.rate_per_minute, shown.expires_at],
      [['https://a.example', 'https://*.b.example'], ['shop'], 600, '2199-01-01T00:00:00.000Z'],
    );
    equal(await ada.send(key, { Origin: 'https://x.b.example' }), '200');
    const { out } = await keys(['create', '--name', 'plain']);
    match(out, /^tmk_live_\w+\n.*only time/u);
  });

  it('change what is named, and take restrictions away', async () => {
    const { id } = await created('--name', 'before', '--rate', '5', '--service', 'shop');
    const { code, out } = await keys(['change', id, '--name', 'after', '--any-rate']);
    deepEqual([code, out], [0, `The key ${id} (after) is changed.\n`]);
    const shown = await ada.show(id);
    deepEqual([shown.name, shown.rate_per_minute, shown.services], ['after', null, ['shop']]);
    equal((await keys(['change', id])).code, 2);
  });

  it('rotate a key', async () => {
    const old = await created('--name', 'old');
    const { code, records } = await keys(['rotate', old.id, '--overlap-hours', '0', '--json']);
    equal(code, 0);
    equal(records[0]?.rotated_from, old.id);
    await until('the old key to be refused', async () => (await ada.send(old.key)) !== '200');
    equal(await ada.send(String(records[0]?.key)), '200');
  });

  it('holds notices, and lists silences', async () => {
    const silence = (...args: readonly string[]): Promise<Said> =>
      run(['silence', ...args, '--url', server.url], { TIDEMARK_API_KEY: ada.first });
    match((await silence('list')).out, /^There are no silences\.$/m);
    const without = await silence('--service', 'shop', '--for', '2h');
    deepEqual([without.code, without.err], [2, 'error: expected --reason: why notices are held\n']);
    equal((await silence('--service', 'shop', '--for', '2h', '--reason', 'moving')).code, 0);
    match((await silence('list')).out, /active +\S+ +shop +moving/);
  });

  it('list the people of an organization, and change them for an owner who signed in', async () => {
    const session = await sessionOf(server, ada);
    const members = (args: readonly string[], key = session): Promise<Said> =>
      run(['members', ...args, '--url', server.url], { TIDEMARK_API_KEY: key });
    const email = `bob-${randomUuid()}@example.org`;
    match((await members(['invite', email], ada.first)).err, /a person who signed in as owner/);
    match(
      (await members(['invite', email, '--role', 'viewer'])).out,
      new RegExp(`^${email} is invited as viewer, until 20\\d\\d-`, 'u'),
    );
    const { records } = await members(['list', '--json']);
    deepEqual(
      records.map(row => [row.email, row.role, row.status, row.is_you]),
      [
        [ada.email, 'owner', 'active', true],
        [email, 'viewer', 'invited', false],
      ],
    );
    const short = String(records[1]?.id).slice(0, 8);
    match((await members([])).out, new RegExp(`^${short} +${email} +viewer +invited +`, 'mu'));
    match((await members([], ada.first)).out, /^\S+ +b…@example\.org +viewer/mu);
    equal((await members(['role', short, '--set', 'member'])).out, 'The role is member.\n');
    equal((await members(['role', short, '--set', 'king'])).code, 2);
    equal((await members(['remove', short])).out, 'The person is removed.\n');
    match((await members(['remove', short])).err, /no member in the list begins with/);
    equal((await members(['list', '--json'])).records.length, 1);
  });

  it('say what is wrong', async () => {
    const refused = await keys(['create', '--name', 'open', '--kind', 'pub']);
    equal(refused.code, 1);
    match(refused.err, /needs allowed_origins/);
    const keyless = await run(['keys', 'create', '--name', 'x', '--url', server.url]);
    equal(keyless.code, 2);
    match(keyless.err, /TIDEMARK_API_KEY/);
    equal((await keys(['create', '--name', 'x', '--rate', 'many'])).code, 2);
    const unknown = await keys(['rotate', '00000000-0000-4000-8000-000000000000']);
    equal(unknown.code, 1);
    match(unknown.err, /there is no API key/);
  });
});
