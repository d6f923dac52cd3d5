import { deepEqual, equal, match } from 'node:assert/strict';
import { type IssuedKey, keyOwner } from '../support/api-keys.ts';
import { tidemark as run, type Said } from '../support/cli.ts';
import { type ObservedServer, startObservedServer } from '../support/observed-server.ts';
import { until } from '../support/until.ts';

describe('tidemark keys create, change and rotate, and silence', function () {
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
