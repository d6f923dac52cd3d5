import { deepEqual, equal, match } from 'node:assert/strict';
import { alertCustomer } from '../support/alert-client.ts';
import { healthChecksPath } from '../support/health-client.ts';
import { type ObservedServer, startObservedServer } from '../support/observed-server.ts';

const refused = [
  'https:example.com',
  'https://example.com:0/',
  'https://example.com/\r\nX-Injected: 1',
  'https://exam\tple.com/',
  ' https://example.com/',
  "https://a;script-src'unsafe-inline'.example/",
  'https://user:secret@example.com/',
];

const kept = 'https://EXAMPLE.com:443/Path/../x?a=;,b';

describe('A URL, header or schedule that a tenant gives', function () {
  this.timeout(120_000);
  let server: ObservedServer;
  let ada: Awaited<ReturnType<typeof alertCustomer>>;

  before(async () => {
    server = await startObservedServer();
    ada = await alertCustomer(server, 'ada');
  });
  after(() => server?.close());

  const webhook = (url: string) => ({ name: 'w', url, events: ['trace.error'] });
  const channel = (url: string) => ({ name: 'c', type: 'webhook', url });
  const check = (url: string, headers?: object) => ({
    service_name: 'checkout',
    check_name: `c${Math.random()}`,
    endpoint_url: url,
    enabled: false,
    ...(headers && { headers }),
  });
  const checkout = (success: string, cancel: string) => ({
    plan_id: 'starter',
    success_url: success,
    cancel_url: cancel,
  });

  const created = async (path: string, body: object): Promise<string> => {
    const answer = await ada.call('POST', path, body);
    equal(answer.status, 201, answer.text);
    return `${path}/${answer.body.id}`;
  };

  it('is refused at every place if it is no plain URL', async () => {
    const places: readonly (readonly [string, string, (url: string) => object])[] = [
      ['POST', '/v1/webhooks', webhook],
      ['PUT', await created('/v1/webhooks', webhook('https://example.com')), url => ({ url })],
      ['POST', '/v1/channels', channel],
      ['PATCH', await created('/v1/channels', channel('https://example.com')), url => ({ url })],
      ['POST', healthChecksPath, check],
      [
        'PUT',
        await created(healthChecksPath, check('https://example.com')),
        url => ({ endpoint_url: url }),
      ],
      ['POST', '/v1/billing/create-checkout-session', url => checkout(url, 'https://example.com')],
      ['POST', '/v1/billing/create-checkout-session', url => checkout('https://example.com', url)],
      ['POST', '/v1/api-keys', url => ({ name: 'k', kind: 'pub', allowed_origins: [url] })],
    ];
    for (const [method, path, bodyOf] of places)
      for (const url of refused) {
        const { status, text } = await ada.call(method, path, bodyOf(url));
        equal(status, 400, `${method} ${path} ${JSON.stringify(url)}: ${text}`);
      }
  });

  it('comes back byte for byte', async () => {
    const answer = await ada.call('POST', '/v1/webhooks', webhook(kept));
    deepEqual([answer.status, answer.body.url], [201, kept]);
    const checked = await ada.call('POST', healthChecksPath, check(kept));
    deepEqual([checked.status, checked.body.endpoint_url], [201, kept]);
    const origins = ['https://EXAMPLE.com:443', 'http://127.0.0.1:3000'];
    const key = await ada.call('POST', '/v1/api-keys', {
      name: 'k',
      kind: 'pub',
      allowed_origins: origins,
    });
    deepEqual([key.status, key.body.allowed_origins], [201, origins]);
  });

  it('is refused as a pattern over addresses', async () => {
    for (const origin of ['https://*.0.0.1', 'https://*.[::1]', 'https://*.0x7f.1']) {
      const body = { name: 'k', kind: 'pub', allowed_origins: [origin] };
      const { status, text } = await ada.call('POST', '/v1/api-keys', body);
      equal(status, 400, `${origin}: ${text}`);
    }
  });

  it('is refused as a header that no request can have', async () => {
    for (const name of ['Expect', 'keep-alive', 'Proxy-Connection', 'Trailer', 'TE', 'Upgrade']) {
      const body = check('https://example.com', { [name]: 'x' });
      const { status, text } = await ada.call('POST', healthChecksPath, body);
      equal(status, 400, `${name}: ${text}`);
      match(text, new RegExp(`${name} is set by the connection; leave it out`));
    }
  });

  it('is refused as a schedule without a start', async () => {
    const body = {
      service: 'checkout',
      from: new Date().toISOString(),
      until: new Date(Date.now() + 86_400_000).toISOString(),
      reason: 'never',
      recurrence: { cron: '0 0 31 2,4,6,9,11 *', duration_minutes: 10 },
    };
    const { status, text } = await ada.call('POST', '/v1/silences', body);
    equal(status, 400, text);
    match(text, /the cron expression never occurs/);
  });
});
