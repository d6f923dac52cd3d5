import { deepEqual, equal, match } from 'node:assert/strict';
import type { Handler } from '../../platform/http/handler.ts';
import { accepts, liveKey, startTestApp, type TestApp } from '../support/http-app.ts';

const origin = 'https://shop.example';

describe('pages of other sites', () => {
  let app: TestApp;

  before(async () => {
    const listTraces: Handler<'listTraces'> = async () => ({
      status: 200,
      body: { traces: [], total_count: 0, limit: 1, offset: 0, next_cursor: null },
    });
    app = await startTestApp({
      exportTraces: accepts,
      listTraces,
      exportMetrics: async () => ({ status: 200, body: { partialSuccess: {} } }),
      listMetrics: async () => ({ status: 200, body: '{}' }),
    });
  });

  after(() => app.stop());

  const ask = (method: string, path: string, from = origin) =>
    fetch(`${app.url}${path}`, {
      method,
      headers: { Origin: from, 'X-API-Key': liveKey, 'Content-Type': 'application/json' },
      ...(method === 'POST' && { body: '{}' }),
    });
  const corsOf = ({ headers }: Response) =>
    [...headers.keys()].filter(name => name.startsWith('access-control-')).sort();

  for (const path of ['/v1/traces', '/v1/metrics', '/v1/traces/', '/v1/metrics?api_key=x']) {
    for (const method of ['GET', 'HEAD', 'DELETE']) {
      it(`may not read the answer to ${method} ${path}`, async () => {
        deepEqual(corsOf(await ask(method, path)), []);
      });
    }

    for (const method of ['POST', 'OPTIONS']) {
      it(`may send ${method} ${path} with credentials`, async () => {
        const { status, headers } = await ask(method, path);
        equal(status, method === 'POST' ? 200 : 204);
        equal(headers.get('Access-Control-Allow-Origin'), origin);
        equal(headers.get('Access-Control-Allow-Credentials'), 'true');
        match(headers.get('Access-Control-Expose-Headers') ?? '', /X-Request-Id/);
        equal(headers.get('Vary'), 'Origin');
      });
    }
  }

  for (const path of ['/v1/widgets/overview', '/api/replays/abc/chunks']) {
    it(`may read GET ${path}`, async () => {
      const { headers } = await ask('GET', path);
      equal(headers.get('Access-Control-Allow-Origin'), origin);
      equal(headers.get('Access-Control-Allow-Credentials'), 'true');
    });
  }

  for (const path of ['/v1/traces', '/v1/widgets/overview', '/api/replays/abc/chunks']) {
    it(`may not send credentials to ${path} from a sandboxed frame`, async () => {
      for (const method of ['OPTIONS', 'POST']) {
        const { headers } = await ask(method, path, 'null');
        equal(headers.get('Access-Control-Allow-Origin'), 'null');
        equal(headers.get('Access-Control-Allow-Credentials'), null);
      }
    });
  }

  it('may do nothing anywhere else', async () => {
    for (const [method, path] of [
      ['GET', '/v1/services'],
      ['GET', '/v1/traces/abc'],
      ['GET', '/v1/traces/stream'],
      ['OPTIONS', '/v1/integrate/register'],
      ['POST', '/v1/integrate/verify'],
      ['OPTIONS', '/admin/keys'],
      ['GET', '/v1/metrics/query'],
      ['GET', '/docs'],
    ] as const)
      deepEqual(corsOf(await ask(method, path)), [], `${method} ${path}`);
  });
});
