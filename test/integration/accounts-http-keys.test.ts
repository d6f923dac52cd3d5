import { deepEqual, equal, ok } from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openLog } from '../../platform/log.ts';
import type { ResponseOf } from '../../schemas/http/routes.ts';
import { routes } from '../../schemas/http/routes.ts';
import { type ObservedServer, startObservedServer } from '../support/observed-server.ts';
import { freshSpan, senderTo } from '../support/otel-send.ts';
import { mistyped, personAt, recordsOf } from '../support/whole-account.ts';

describe('keys over HTTP', function () {
  this.timeout(60_000);
  const lines: string[] = [];
  let server: ObservedServer;
  let person: ReturnType<typeof personAt>;
  let records: ReturnType<typeof recordsOf>;

  before(async () => {
    server = await startObservedServer({
      environment: { TIDEMARK_TRUSTED_PROXIES: '127.0.0.0/8' },
      log: openLog({
        level: 'trace',
        pretty: false,
        destination: { write: line => lines.push(line) },
      }),
    });
    person = personAt(server);
    records = recordsOf(server);
  });

  after(() => server.close());

  it('remember where an integration came from: the body, else the header, else cli', async () => {
    for (const [email, source, header, expected] of [
      ['one@source.example', 'express', 'laravel', 'express'],
      ['two@source.example', '', 'laravel', 'laravel'],
      ['three@source.example', undefined, undefined, 'cli'],
    ] as const) {
      const { body } = await person.register(
        email,
        { source, source_metadata: { version: '1.2.3', environment: 'test', more: [1, { a: 2 }] } },
        header === undefined ? {} : { 'X-TraceKit-Source': header },
      );
      const verified = await person.verify(body.session_id, await person.code(email));
      const { integration } = await records.integration(verified.body.api_key);
      deepEqual([integration.source, integration.integration_type], [expected, expected]);
      const events = await records.history(`organization-${verified.body.organization_id}`);
      const integrated = events.find(({ type }) => type === 'ServiceIntegrated');
      const { organization_id: organization } = verified.body;
      const metadata = await records.revealed(organization, integrated?.data.metadata);
      deepEqual(JSON.parse(metadata), {
        version: '1.2.3',
        environment: 'test',
        more: [1, { a: 2 }],
      });
    }
  });

  it('tell when data first and last came', async () => {
    const { body } = await person.signUp('status@example.org', { service_name: 'shop/č. 1' });
    const none = await records.integration(body.api_key);
    deepEqual(none, {
      status: 'active',
      integration: {
        service_name: 'shop/č. 1',
        integration_type: 'cli',
        source: 'cli',
        status: 'active',
        first_data_at: null,
        last_data_at: null,
      },
    });
    const sender = senderTo(server, String(body.api_key));
    const before = Date.now();
    await sender.sendSpans([freshSpan()], { service: 'another service' });
    await sender.sendSpans([freshSpan({}, before - 3 * 86_400_000)], { service: 'shop/č. 1' });
    await server.caughtUp();
    const first = (await records.integration(body.api_key)).integration;
    equal(first.first_data_at, first.last_data_at);
    const between = Date.now();
    await sender.sendSpans([freshSpan()], { service: 'shop/č. 1' });
    await server.caughtUp();
    const { first_data_at, last_data_at } = (await records.integration(body.api_key)).integration;
    equal(first_data_at, first.first_data_at);
    const [firstMs, lastMs] = [first_data_at, last_data_at].map(at => Date.parse(at ?? ''));
    ok(before <= Number(firstMs) && Number(firstMs) <= between);
    ok(between <= Number(lastMs) && Number(lastMs) <= Date.now());
  });

  it('refuse a revoked key at once, everywhere, and no other', async () => {
    const [gone, kept] = [
      (await person.signUp('revoke@example.org')).body,
      (await person.signUp('revoke@example.org', {}, 2)).body,
    ];
    const ask = async (key: unknown): Promise<Set<number>> => {
      const statuses = new Set<number>();
      for (const [index, { path, method, keys }] of routes.entries()) {
        if (keys === 'none' || keys === 'admin') continue;
        const url = `${server.url}${path.replace(/[:*]\w+/, 'checkout')}`;
        const headers = {
          'X-API-Key': String(key),
          'Content-Type': 'application/json',
          // An address that sends so many wrong keys would get 429.
          'X-Forwarded-For': `203.0.113.${index}`,
        };
        const response = await fetch(url, {
          method,
          headers,
          ...(method === 'POST' && { body: '{}' }),
        });
        await response.body?.cancel();
        statuses.add(response.status);
      }
      return statuses;
    };
    equal((await ask(gone.api_key)).has(401), false);
    const { keys } = (await records.admin('GET', '/admin/keys')) as ResponseOf<'adminKeys'>;
    const hint = String(gone.api_key).slice(-4);
    const own = keys.filter(key => key.organization_id === gone.organization_id);
    equal(own.length, 2);
    const { id } = own.find(key => key.hint === hint) ?? { id: '' };
    deepEqual(await records.admin('POST', `/admin/keys/${id}/revoke`), { id, revoked: true });
    deepEqual(await ask(gone.api_key), new Set([401]));
    equal((await ask(kept.api_key)).has(401), false);
  });

  it('keep every secret out of the log, the data folder and the answers to operators', async () => {
    const email = 'secret.person@private.example';
    const { body } = await person.register(email, {
      service_name: 'findable-service',
      organization_name: 'Undisclosed Widgets',
      source_metadata: { workstation: 'undisclosed-machine' },
    });
    const code = await person.code(email);
    await person.verify(body.session_id, mistyped(code));
    const { api_key, organization_id } = (await person.verify(body.session_id, code)).body;
    const key = String(api_key);
    await fetch(`${server.url}/v1/traces?api_key=${key}`, { method: 'POST', body: '{}' });
    const bearer = { Authorization: `Bearer ${key}` };
    await fetch(`${server.url}/v1/services`, { headers: bearer });
    await senderTo(server, key).sendSpans([freshSpan()]);
    await server.caughtUp();
    const secrets = [
      key,
      key.slice(9, 41),
      email,
      'secret.person',
      `"${code}"`,
      `is ${code}`,
      'Undisclosed',
      'undisclosed-machine',
    ];
    const operators = [
      await records.admin('GET', '/admin/status'),
      await records.admin('GET', '/admin/keys'),
      await records.history(`registration-${body.session_id}`),
      await records.history(`organization-${organization_id}`),
    ];
    const texts = [...lines, JSON.stringify(operators)];
    ok(lines.length > 0);
    for (const secret of secrets) {
      equal(
        texts.find(text => text.toLowerCase().includes(secret.toLowerCase())),
        undefined,
      );
    }
    const found = await filesWith(['findable-service', ...secrets]);
    ok(found.has('findable-service'), 'expected to find what is not secret');
    found.delete('findable-service');
    deepEqual([...found], []);
  });

  /** Which of the texts lie in clear in a file of the data folder, the mails excepted. */
  async function filesWith(texts: readonly string[]): Promise<Map<string, string>> {
    const found = new Map<string, string>();
    const entries = await readdir(server.dataDir, { recursive: true, withFileTypes: true });
    for (const entry of entries.filter(entry => entry.isFile())) {
      const path = join(entry.parentPath, entry.name);
      if (path.startsWith(join(server.dataDir, 'outbox'))) continue;
      const content = (await readFile(path).catch(() => Buffer.alloc(0))).toString('latin1');
      const lower = content.toLowerCase();
      for (const text of texts) if (lower.includes(text.toLowerCase())) found.set(text, path);
    }
    return found;
  }
});
