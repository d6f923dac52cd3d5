import { deepEqual, equal, match } from 'node:assert/strict';
import { randomUuid } from '../../platform/uuid.ts';
import { type IssuedKey, keyOwner } from '../support/api-keys.ts';
import { onBothEngines } from '../support/both-engines.ts';
import type { WholeTidemark } from '../support/cluster.ts';
import { openEventReader } from '../support/event-reader.ts';
import { freshSpan, newId } from '../support/otel-send.ts';
import { traces } from '../support/otlp.ts';
import { until } from '../support/until.ts';

const page = 'https://shop.example.com';

onBothEngines('keys in browsers, and keys that may do less', function (start) {
  this.timeout(120_000);
  let tidemark: WholeTidemark;
  let ada: Awaited<ReturnType<typeof keyOwner>>;
  let pub: IssuedKey;

  before(async function () {
    tidemark = await start(this);
    ada = await keyOwner(tidemark);
    pub = await ada.issue('pub', {
      allowed_origins: [page, 'http://localhost:3000', 'https://*.example.org'],
    });
  });
  after(() => tidemark?.close());

  for (const [what, headers] of [
    ['its origin', { Origin: page }],
    ['another of its origins', { Origin: 'http://localhost:3000' }],
    ['a subdomain of a pattern', { Origin: 'https://a.b.example.org' }],
    ['the origin of the page that Referer names', { Referer: `${page}/cart?id=1` }],
  ] as const) {
    it(`take telemetry from ${what}`, async () => {
      for (const path of ['/v1/traces', '/v1/metrics'])
        equal(await ada.send(pub.key, headers, path), '200');
    });
  }

  for (const [what, headers] of [
    ['no origin', {}],
    ['another site', { Origin: 'https://evil.example' }],
    ['a site whose name ends alike', { Origin: 'https://evilexample.org' }],
    ['the domain of a pattern itself', { Origin: 'https://example.org' }],
    ['another scheme', { Origin: 'http://shop.example.com' }],
    ['another port', { Origin: `${page}:8443` }],
    ['a sandboxed frame', { Origin: 'null' }],
    ['an origin that Referer denies', { Origin: 'https://evil.example', Referer: `${page}/` }],
    ['a Referer that is no URL', { Referer: 'shop.example.com' }],
  ] as const) {
    it(`are refused from ${what}`, async () => {
      equal(await ada.send(pub.key, headers), '403 origin_not_allowed');
    });
  }

  it('pass without an origin where that was allowed, and from no other site', async () => {
    const { key } = await ada.issue('pub', { allow_no_origin: true });
    equal(await ada.send(key), '200');
    equal(await ada.send(key, { Origin: page }), '403 origin_not_allowed');
  });

  it('send beacons, whose key is in the address and whose answer a page may read', async () => {
    const beacon = (origin: string) =>
      fetch(`${tidemark.url}/v1/traces?api_key=${pub.key}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Origin: origin, Cookie: 'a=b' },
        body: JSON.stringify(traces([freshSpan({ traceId: newId(32) })])),
      });
    const taken = await beacon(page);
    equal(taken.status, 200);
    equal(taken.headers.get('Access-Control-Allow-Origin'), page);
    equal(taken.headers.get('Access-Control-Allow-Credentials'), 'true');
    match(taken.headers.get('Vary') ?? '', /Origin/);
    equal((await beacon('https://evil.example')).status, 403);
  });

  for (const path of [
    '/v1/traces',
    '/v1/traces?api_key=x',
    '/v1/metrics',
    `/api/replays/${newId(32)}/chunks`,
    '/v1/widgets/overview',
  ]) {
    it(`get an answer to the preflight of ${path} without a key`, async () => {
      const { status, headers } = await fetch(`${tidemark.url}${path}`, {
        method: 'OPTIONS',
        headers: {
          Origin: page,
          'Access-Control-Request-Method': 'POST',
          'Access-Control-Request-Headers': 'content-type,x-api-key,x-sdk,x-sdk-version',
        },
      });
      equal(status, 204);
      equal(headers.get('Access-Control-Allow-Origin'), page);
      equal(headers.get('Access-Control-Allow-Credentials'), 'true');
      match(headers.get('Access-Control-Allow-Headers') ?? '', /X-API-Key, X-SDK, X-SDK-Version/);
      equal(headers.get('Access-Control-Max-Age'), '600');
    });
  }

  it('of kind pub do nothing but send, and of kind widget not even that', async () => {
    const widget = await ada.issue('widget', { allowed_origins: [page] });
    const asked = [
      ...['/v1/services', '/v1/traces', '/v1/api-keys', '/v1/integrate/status'].map(
        path => ['GET', path, undefined] as const,
      ),
      ['POST', '/v1/api-keys', { name: 'mine', kind: 'live' }] as const,
      ['DELETE', `/v1/api-keys/${pub.id}`, undefined] as const,
    ];
    for (const { key } of [pub, widget])
      for (const [method, path, body] of asked) {
        const headers = { Origin: page };
        const answer = await ada.ask(method, path, { key, headers, ...(body && { body }) });
        deepEqual([answer.status, answer.body.code], [403, 'public_key_not_allowed'], path);
      }
    equal(await ada.send(widget.key, { Origin: page }), '403 public_key_not_allowed');
  });

  it('of kind read change nothing and send nothing', async () => {
    const { key, id } = await ada.issue('read');
    equal((await ada.ask('GET', '/v1/services', { key })).status, 200);
    equal(await ada.send(key), '403 key_not_allowed');
    for (const [method, path] of [
      ['POST', '/v1/api-keys'] as const,
      ['POST', `/v1/api-keys/${id}/rotate`] as const,
      ['PATCH', `/v1/api-keys/${id}`] as const,
      ['DELETE', `/v1/api-keys/${id}`] as const,
    ]) {
      const { status, body } = await ada.ask(method, path, { key, body: {} });
      deepEqual([status, body.code], [403, 'key_not_allowed'], `${method} ${path}`);
    }
  });

  it('of kind live pass with any origin', async () => {
    equal(await ada.send(ada.first, { Origin: 'https://evil.example' }), '200');
  });

  describe('that are restricted to services', () => {
    const own = `cart-${randomUuid()}`;
    const other = `bank-${randomUuid()}`;
    let scoped: IssuedKey;
    const send = (key: string, ...services: readonly string[]) =>
      ada.ask<{ partialSuccess: { rejectedSpans?: string; errorMessage?: string } }>(
        'POST',
        '/v1/traces',
        {
          key,
          body: {
            resourceSpans: services.flatMap(
              service => traces([freshSpan({ traceId: newId(32) })], service).resourceSpans,
            ),
          },
        },
      );
    const read = (path: string, key: string) =>
      ada.ask<{ services: { name: string }[]; metrics: { service: string }[]; total: number }>(
        'GET',
        path,
        { key },
      );

    before(async () => {
      scoped = await ada.issue('live', { services: [own] });
    });

    it('send for these alone: what is of another is rejected and named', async () => {
      const mixed = await send(scoped.key, own, other);
      equal(mixed.status, 200);
      equal(mixed.body.partialSuccess.rejectedSpans, '1');
      match(
        mixed.body.partialSuccess.errorMessage ?? '',
        new RegExp(`may not send for the service '${other}'`),
      );
      const none = await send(scoped.key, other);
      deepEqual([none.status, none.body.partialSuccess.rejectedSpans], [200, '1']);
      const nameless = await ada.ask<{ partialSuccess: { rejectedSpans?: string } }>(
        'POST',
        '/v1/traces',
        { key: scoped.key, body: { resourceSpans: [{ scopeSpans: [{ spans: [freshSpan()] }] }] } },
      );
      equal(nameless.body.partialSuccess.rejectedSpans, '1');
      await tidemark.caughtUp();
      const { body } = await read('/v1/services', ada.first);
      const names = body.services.map(({ name }) => name);
      deepEqual([names.includes(own), names.includes(other)], [true, false]);
    });

    it('read these alone, and find no other', async () => {
      deepEqual((await send(ada.first, other)).body.partialSuccess, {});
      await tidemark.caughtUp();
      const { body } = await read('/v1/services', scoped.key);
      deepEqual([body.services.map(({ name }) => name), body.total], [[own], 1]);
      for (const rest of ['detail', 'errors', 'timeseries']) {
        equal((await read(`/v1/services/${own}/${rest}`, scoped.key)).status, 200);
        equal((await read(`/v1/services/${other}/${rest}`, scoped.key)).status, 404);
        equal((await read(`/v1/services/${other}/${rest}`, ada.first)).status, 200);
      }
      equal((await read(`/api/metrics/services/${own}`, scoped.key)).status, 200);
      equal((await read(`/api/metrics/services/${other}`, scoped.key)).status, 404);
    });

    it('read the data points of these alone', async () => {
      const point = (service: string) => ({
        resource: { attributes: [{ key: 'service.name', value: { stringValue: service } }] },
        scopeMetrics: [{ metrics: [{ name: 'load', gauge: { dataPoints: [dataPoint()] } }] }],
      });
      const body = { resourceMetrics: [point(own), point(other)] };
      equal((await ada.ask('POST', '/v1/metrics', { body })).status, 200);
      await tidemark.caughtUp();
      const servicesOf = async (key: string) =>
        (await read('/v1/metrics', key)).body.metrics.map(({ service }) => service).sort();
      await until('the points', async () => (await servicesOf(ada.first)).length === 2);
      deepEqual(await servicesOf(scoped.key), [own]);
      equal((await read(`/v1/metrics?service=${other}`, scoped.key)).status, 404);
      const query = '/v1/metrics/query?metric=load&aggregation=sum&group_by=service.name';
      const groups = async (key: string) => {
        const { body } = await ada.ask<{ series: { group: string }[] }>('GET', query, { key });
        return body.series.map(({ group }) => group).sort();
      };
      deepEqual(await groups(ada.first), [other, own].sort());
      deepEqual(await groups(scoped.key), [own]);
    });

    it('do nothing that is not of a service', async () => {
      for (const [method, path] of [
        ['GET', '/v1/traces'] as const,
        ['GET', '/v1/billing/subscription'] as const,
        ['GET', '/v1/api-keys'] as const,
        ['POST', '/v1/api-keys'] as const,
      ]) {
        const body = method === 'POST' ? { body: { name: 'wider', kind: 'live' } } : {};
        const answer = await ada.ask(method, path, { key: scoped.key, ...body });
        deepEqual([answer.status, answer.body.code], [403, 'key_not_allowed'], path);
      }
      const { body } = await ada.ask<{ integration: { service_name: string } }>(
        'GET',
        '/v1/integrate/status',
        { key: scoped.key },
      );
      equal(body.integration.service_name, own);
    });
  });

  it('end the streams that they opened, when they are revoked, expire or are rotated out', async () => {
    const doomed = [
      await ada.issue('read'),
      await ada.issue('read', { expires_at: new Date(Date.now() + 4_000).toISOString() }),
      await ada.issue('read'),
    ];
    const streams = [];
    for (const { key } of doomed) streams.push(await openEventReader(tidemark.url, key));
    const [revoked, , rotated] = doomed;
    await ada.ask('DELETE', `/v1/api-keys/${revoked?.id}`);
    const body = { overlap_hours: 0 };
    equal((await ada.ask('POST', `/v1/api-keys/${rotated?.id}/rotate`, { body })).status, 201);
    await Promise.all(streams.map(({ ended }) => ended));
    for (const { key } of doomed)
      equal((await ada.ask('GET', '/v1/services', { key })).status, 401);
  });
});

const dataPoint = () => ({ timeUnixNano: `${BigInt(Date.now()) * 1_000_000n}`, asDouble: 1 });
