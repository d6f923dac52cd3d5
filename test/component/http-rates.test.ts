import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { openKeyRates } from '../../platform/http/key-rates.ts';
import { ratesByKind } from '../../platform/http/limits.ts';
import { accepts, liveKey, readKey, startTestApp, type TestApp } from '../support/http-app.ts';

const names = ['ratelimit', 'ratelimit-policy', ...['limit', 'remaining', 'reset'].map(named)];

function named(name: string): string {
  return `x-ratelimit-${name}`;
}

describe('rates over HTTP', () => {
  let server: TestApp;
  const quota = 3;

  before(async () => {
    const each = { requests: quota, windowSeconds: 3_600 };
    const rates = ratesByKind({ requestsPerSecond: 500, widgetRequestsPerMinute: 60 });
    server = await startTestApp(
      {
        exportTraces: accepts,
        audit: async () => ({ status: 200, body: { events: [], next_cursor: null } }),
        livez: async () => ({ status: 200, body: 'ok' }) as never,
      },
      { rates: openKeyRates({ ...rates, live: each, read: each }) },
    );
  });
  after(() => server.stop());

  const read = (key: string, query = '') =>
    fetch(`${server.url}/v1/audit${query}`, { headers: { 'X-API-Key': key } });

  it('are in the answers to a key, also in refusals, until there is nothing left: 429', async () => {
    const found = [];
    for (const query of ['', '?limit=x', '']) found.push(await read(liveKey, query));
    deepEqual(
      found.map(({ status, headers }) => [status, headers.get('X-RateLimit-Remaining')]),
      [
        [200, '2'],
        [400, '1'],
        [200, '0'],
      ],
    );
    equal(found[0]?.headers.get('RateLimit-Policy'), '"reads";q=3;w=3600');
    const refused = await read(liveKey);
    const body = Object(await refused.json());
    deepEqual([refused.status, body.code], [429, 'rate_limited']);
    match(body.error, /more requests than its rate allows/u);
    const retryAfter = Number(refused.headers.get('Retry-After'));
    ok(retryAfter > 1_000 && retryAfter <= 1_200, String(retryAfter));
    equal(refused.headers.get('RateLimit'), '"reads";r=0;t=3600');
    equal(refused.headers.get('X-RateLimit-Reset'), '3600');
    equal((await read(readKey)).status, 200);
  });

  it('leave telemetry and probes alone, and do not count keys that are wrong', async () => {
    for (let request = 0; request <= quota; request++) {
      const sent = await fetch(`${server.url}/v1/traces`, {
        method: 'POST',
        body: '{}',
        headers: { 'Content-Type': 'application/json', 'X-API-Key': liveKey },
      });
      const probed = await fetch(`${server.url}/livez`);
      const unknown = await read('nonsense');
      deepEqual([sent.status, probed.status, unknown.status], [200, 200, 401]);
      for (const { headers } of [sent, probed, unknown])
        deepEqual(
          names.map(name => headers.get(name)),
          names.map(() => null),
        );
    }
  });
});
