import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { AnswerTooLarge, Unavailable } from '../../platform/errors.ts';
import { openHttpApp } from '../../platform/http/app.ts';
import { HttpProblem, notFound } from '../../platform/http/problem.ts';
import { openRecentRequests } from '../../platform/http/request-log.ts';
import { openLog } from '../../platform/log.ts';
import { problem } from '../../schemas/http/problem.ts';
import type { ParamsOf, QueryOf } from '../../schemas/http/routes.ts';
import { routes } from '../../schemas/http/routes.ts';
import { accepts, liveKey, startTestApp, type TestApp } from '../support/http-app.ts';
import { until } from '../support/until.ts';

const noServices = {
  services: [],
  total: 0,
  sample_count: 0,
  from: '2026-01-01T00:00:00Z',
  to: '2026-01-02T00:00:00Z',
};

describe('an HTTP app', () => {
  let server: TestApp;
  const given: object[] = [];
  let asked: { params?: ParamsOf<'serviceMetrics'>; query?: QueryOf<'listTraces'> } = {};
  let failure: unknown;
  let handling = false;
  let waitForAbort: (signal: AbortSignal) => unknown = () => undefined;
  const recent = openRecentRequests(2);

  before(async () => {
    server = await startTestApp(
      {
        exportTraces: accepts,
        listTraces: async request => {
          given.push(request);
          asked = { query: request.query };
          return {
            status: 200,
            body: { traces: [], total_count: 0, limit: 1, offset: 0, next_cursor: null },
          };
        },
        getTrace: async () => {
          throw failure;
        },
        listServices: async ({ signal }) => {
          const waiting = waitForAbort(signal);
          handling = true;
          await waiting;
          await until('the abort', () => signal.aborted);
          return { status: 200, body: noServices };
        },
        serviceMetrics: async ({ params }) => {
          asked = { params };
          throw notFound('no such service');
        },
        getAlertRule: async () => {
          throw notFound('no such rule');
        },
        backtestAlertRules: async () => {
          throw notFound('no such rule');
        },
      },
      {
        onAnswered: recent.add,
        encodeOtlpStatus: (code, message) => Buffer.from(`${code} ${message}`),
      },
    );
  });

  after(() => server.stop());

  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`${server.url}${path}`, {
      ...init,
      headers: { 'X-API-Key': liveKey, ...init.headers },
    });

  it('gives every answer an id and forbids to store it', async () => {
    const [one, other] = [await ask('/v1/traces'), await ask('/nothing')];
    assert.match(one.headers.get('X-Request-Id') ?? '', /^[0-9a-f-]{36}$/u);
    assert.notEqual(one.headers.get('X-Request-Id'), other.headers.get('X-Request-Id'));
    assert.equal(other.headers.get('Cache-Control'), 'no-store');
    assert.equal(one.headers.get('Content-Type'), 'application/json; charset=utf-8');
  });

  it('answers 404 with the uniform error body', async () => {
    const answer = await ask('/nothing/here');
    const body = problem.parse(await answer.json());
    assert.equal(answer.headers.get('Content-Type'), 'application/problem+json; charset=utf-8');
    assert.deepEqual(body, {
      error: 'there is nothing at /nothing/here',
      code: 'not_found',
      request_id: answer.headers.get('X-Request-Id'),
      type: 'about:blank',
      title: 'Not Found',
      status: 404,
      detail: 'there is nothing at /nothing/here',
    });
  });

  it('says why there is nothing where clients look for something', async () => {
    const body = problem.parse(await (await ask('/v1/logs', { method: 'POST' })).json());
    assert.deepEqual([body.status, body.error], [404, 'no logs here']);
  });

  it('answers 405 with Allow to a method that a path has not', async () => {
    const answer = await ask('/v1/traces', { method: 'DELETE' });
    assert.equal(answer.status, 405);
    assert.equal(answer.headers.get('Allow'), 'GET, HEAD, OPTIONS, POST');
    assert.equal(problem.parse(await answer.json()).code, 'method_not_allowed');
    assert.equal((await ask('/nothing', { method: 'DELETE' })).status, 404);
  });

  it('names the methods of a path that a route names whole, and of no route that has a parameter there', async () => {
    const answer = await ask('/v1/alert-rules/backtest', { method: 'OPTIONS' });
    assert.deepEqual([answer.status, answer.headers.get('Allow')], [204, 'OPTIONS, POST']);
    assert.equal((await ask('/v1/alert-rules/backtest')).status, 405);
    assert.equal((await ask('/v1/alert-rules/backtest/', { method: 'DELETE' })).status, 405);
  });

  it('answers HEAD like GET, without the body', async () => {
    const answer = await ask('/v1/traces', { method: 'HEAD' });
    assert.equal(answer.status, 200);
    assert.ok(Number(answer.headers.get('Content-Length')) > 0);
    assert.equal(await answer.text(), '');
  });

  it('ignores a slash at the end', async () => {
    assert.equal((await ask('/v1/traces/')).status, 200);
    assert.equal((await ask('/v1/traces/', { method: 'POST', body: '{}' })).status, 415);
  });

  it('ignores slashes at the beginning, of an endpoint that ends with one', async () => {
    for (const path of ['//v1/traces', '///v1/traces?limit=1']) {
      assert.equal((await ask(path)).status, 200, path);
      const preflight = await ask(path, {
        method: 'OPTIONS',
        headers: { Origin: 'https://shop.example', 'Access-Control-Request-Method': 'POST' },
      });
      assert.equal(preflight.headers.get('Access-Control-Allow-Origin'), 'https://shop.example');
    }
    assert.equal((await ask('//')).status, 404);
  });

  it('takes service names with slashes and blanks, escaped or not', async () => {
    for (const [path, name] of [
      ['team/shop%20one', 'team/shop one'],
      ['team%2Fshop%20one/', 'team/shop one'],
      ['a%2F', 'a/'],
      ['100%', '100%'],
      ['%C3%A4+b', 'ä+b'],
    ]) {
      await ask(`/api/metrics/services/${path}`);
      assert.deepEqual(asked.params, { service_name: name });
    }
  });

  it('presets and clamps the limits of a list, and refuses what is no number', async () => {
    await ask('/v1/traces');
    assert.deepEqual(asked.query, {
      'attr.': [],
      limit: 20,
      offset: 0,
      sort_by: 'start_time',
      sort_order: 'desc',
    });
    await ask('/v1/traces?limit=9999&offset=-5&service=a%20b');
    assert.equal(asked.query?.limit, 200);
    assert.equal(asked.query?.offset, 0);
    assert.equal(asked.query?.service, 'a b');
    for (const query of ['limit=ten', 'limit=1.5', 'limit=1&limit=2', 'colour=red']) {
      assert.equal((await ask(`/v1/traces?${query}`)).status, 400, query);
    }
  });

  it('answers preflights of browsers without a key, and echoes the origin', async () => {
    const origin = 'https://shop.example';
    const answer = await fetch(`${server.url}/v1/traces`, {
      method: 'OPTIONS',
      headers: { Origin: origin, 'Access-Control-Request-Method': 'POST' },
    });
    assert.equal(answer.status, 204);
    assert.equal(answer.headers.get('Access-Control-Allow-Origin'), origin);
    assert.equal(answer.headers.get('Access-Control-Allow-Credentials'), 'true');
    assert.equal(answer.headers.get('Access-Control-Allow-Methods'), 'GET, POST, OPTIONS');
    assert.match(answer.headers.get('Access-Control-Allow-Headers') ?? '', /X-API-Key/u);
    assert.equal(answer.headers.get('Access-Control-Max-Age'), '600');
    assert.equal(answer.headers.get('Vary'), 'Origin');
  });

  it('lets browsers read refusals too, and nothing outside of their paths', async () => {
    const headers = { Origin: 'https://shop.example', 'X-API-Key': 'wrong' };
    const refused = await ask('/v1/traces', { method: 'POST', body: '{}', headers });
    assert.equal(refused.status, 401);
    assert.equal(refused.headers.get('Access-Control-Allow-Origin'), 'https://shop.example');
    const other = await ask('/api/metrics/services/a', { headers });
    assert.equal(other.headers.get('Access-Control-Allow-Origin'), null);
    const options = await ask('/api/metrics/services/a', { method: 'OPTIONS' });
    assert.equal(options.status, 204);
    assert.equal(options.headers.get('Allow'), 'GET, HEAD, OPTIONS');
  });

  it('answers 400 where an engine would have to give too much', async () => {
    failure = new AnswerTooLarge('ClickHouse answered 396');
    const answer = await ask('/v1/traces/0', { headers: { 'X-API-Key': liveKey } });
    assert.equal(answer.status, 400);
    assert.equal(problem.parse(await answer.json()).code, 'answer_too_large');
  });

  it('answers 503 with Retry-After while an engine is away', async () => {
    failure = new Unavailable('the warehouse cannot be reached');
    const answer = await ask('/v1/traces/abc');
    assert.equal(answer.status, 503);
    assert.equal(answer.headers.get('Retry-After'), '1');
    assert.equal(problem.parse(await answer.json()).code, 'unavailable');
  });

  it('answers 500 to a bug, tells the client nothing of it, and logs one line', async () => {
    failure = new Error('the secret reason');
    const before = server.log.length;
    const answer = await ask('/v1/traces/abc');
    const text = await answer.text();
    assert.equal(answer.status, 500);
    assert.doesNotMatch(text, /secret reason/u);
    assert.equal(server.log.length, before + 1);
    const line = JSON.stringify(server.log.at(-1));
    assert.match(line, /the secret reason/u);
    assert.ok(line.includes(answer.headers.get('X-Request-Id') ?? 'no id'));
  });

  it('gives the headers and details of a problem', async () => {
    failure = new HttpProblem({
      status: 409,
      code: 'conflict',
      message: 'taken',
      details: [{ field: 'name', message: 'taken' }],
      headers: { 'X-Why': 'because' },
    });
    const answer = await ask('/v1/traces/abc');
    assert.equal(answer.headers.get('X-Why'), 'because');
    assert.deepEqual(problem.parse(await answer.json()).details, [
      { field: 'name', message: 'taken' },
    ]);
  });

  it('answers a refused protobuf request in protobuf', async () => {
    const answer = await ask('/v1/traces', {
      method: 'POST',
      body: new Uint8Array([1]),
      headers: { 'Content-Type': 'application/x-protobuf', 'X-API-Key': 'wrong' },
    });
    assert.equal(answer.status, 401);
    assert.equal(answer.headers.get('Content-Type'), 'application/x-protobuf');
    assert.match(await answer.text(), /^16 invalid API key/u);
  });

  it('keeps the latest requests, and counts all by route, never by path', async () => {
    await ask('/nothing/secret-name');
    await ask('/v1/traces', { headers: { 'User-Agent': 'sdk/1' } });
    const [latest, earlier, ...rest] = recent.list();
    assert.equal(rest.length, 0);
    assert.equal(latest?.client, 'sdk/1');
    assert.equal(latest?.route, '/v1/traces');
    assert.equal(latest?.organization_id, '11111111-1111-4111-8111-111111111111');
    assert.equal(earlier?.code, 'not_found');
    const text = await server.metrics.expose();
    assert.match(
      text,
      /http_server_request_duration_seconds_count\{[^}]*http_route="\/v1\/traces"/u,
    );
    assert.match(text, /tidemark_http_refused_total\{code="not_found"\} \d/u);
    assert.doesNotMatch(text, /secret-name|11111111/u);
  });

  it('gives handlers requests without getters of their own, by which V8 would keep them for long', async () => {
    await ask('/v1/traces');
    const request = given.at(-1);
    assert.ok(request !== undefined);
    const descriptors = Object.entries(Object.getOwnPropertyDescriptors(request));
    assert.deepEqual(
      descriptors.filter(([, { get }]) => get !== undefined),
      [],
    );
  });

  it('tells a handler that its client went away', async () => {
    const aborted = new Promise<void>(resolve => {
      waitForAbort = signal => signal.addEventListener('abort', () => resolve());
    });
    const client = new AbortController();
    const answer = ask('/v1/services', { signal: client.signal }).catch(({ name }) => name);
    await until('the handler', () => handling);
    client.abort();
    await aborted;
    assert.equal(await answer, 'AbortError');
  });

  it('logs no failure for a client that leaves while its handler waits', async () => {
    handling = false;
    waitForAbort = signal => pause(60_000, undefined, { signal });
    const before = server.log.length;
    const client = new AbortController();
    const answer = ask('/v1/services', { signal: client.signal }).catch(({ name }) => name);
    await until('the handler', () => handling);
    client.abort();
    await answer;
    await until('the request to be counted', async () =>
      (await server.metrics.expose()).includes('code="client_gone"'),
    );
    assert.deepEqual(
      server.log.slice(before).filter(({ level }) => Number(level) >= 50),
      [],
    );
  });

  it('refuses to open when a route has no handler', async () => {
    assert.throws(
      () =>
        openHttpApp({
          routes,
          handlers: {},
          authenticate: async () => undefined,
          log: openLog({ level: 'silent', pretty: false }),
          metrics: server.metrics,
          clock: Date.now,
        }),
      /expected a handler for traceHistogram, .*exportTraces, listTraces/u,
    );
  });
});
