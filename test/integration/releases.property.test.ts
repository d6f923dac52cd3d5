import { deepEqual, equal, notDeepEqual, ok } from 'node:assert/strict';
import fc from 'fast-check';
import type { ResponseOf } from '../../schemas/http/routes.ts';
import { naiveAdoption, naiveWindow, type ReleasedSpan } from '../support/naive-releases.ts';
import { type ObservedServer, startObservedServer } from '../support/observed-server.ts';
import { newId } from '../support/otel-send.ts';
import { body, nanosOf, text } from '../support/otlp.ts';
import { postAs } from '../support/post-as.ts';
import { seed } from '../support/property.ts';
import { type Reader, readerOf } from '../support/reader.ts';
import { until } from '../support/until.ts';

const hourSeconds = 3_600;
const services = ['checkout', 'shop/billing', 'č 🛒'];
const versions = ['1.0+a', '1.0 a', 'web/2', undefined];
const messages = ['no stock', 'timed out', 'card declined', 'disk full', 'gone'];
const spanCount = 900;

const drawnSpan = fc.record({
  service: fc.constantFrom(...services),
  version: fc.constantFrom(...versions),
  agoSeconds: fc.oneof(
    fc.integer({ min: 1, max: 2 * hourSeconds }),
    fc.integer({ min: 1, max: 60 * hourSeconds }),
    // The edges of tens of seconds and of hours.
    fc.integer({ min: 0, max: 700 }).map(tens => tens * 10),
  ),
  micros: fc.oneof(fc.integer({ min: 1, max: 5_000 }), fc.integer({ min: 1, max: 5_000_000 })),
  isError: fc.boolean(),
  isRequest: fc.boolean(),
  message: fc.constantFrom(...messages),
});

const drawnRelease = fc.record({
  services: fc.subarray(services),
  ofDeploy: fc.subarray(services, { maxLength: 2 }),
  deployedAgo: fc.array(
    fc.oneof(
      fc.integer({ min: 0, max: 600 }),
      fc.integer({ min: 0, max: 5 * hourSeconds }),
      fc.integer({ min: 5 * hourSeconds, max: 40 * hourSeconds }),
    ),
    { minLength: 0, maxLength: 3 },
  ),
});

type DrawnRelease = typeof drawnRelease extends fc.Arbitrary<infer Value> ? Value : never;

type Listed = ResponseOf<'listReleaseFigures'>;
type Figures = NonNullable<Listed['releases'][number]['figures']>;

describe('figures of releases', function () {
  this.timeout(180_000);
  const nowSeconds = Math.floor(Date.now() / 10_000) * 10;
  let server: ObservedServer;
  let ada: Reader;
  let sent: readonly ReleasedSpan[];

  before(async () => {
    server = await startObservedServer();
    ada = await readerOf(server, 'ada');
    sent = fc
      .sample(drawnSpan, { seed, numRuns: spanCount })
      .map(({ agoSeconds, ...span }) => ({ ...span, endMs: (nowSeconds - agoSeconds) * 1_000 }));
    for (const service of services)
      for (const version of versions)
        await sendOf(sent.filter(each => each.service === service && each.version === version));
    await server.caughtUp();
    await recordAll();
  });

  after(() => server?.close());

  /** Releases of the versions, and some of versions that no span names. */
  async function recordAll(): Promise<void> {
    const named = versions.filter(version => version !== undefined);
    const drawn = fc.sample(drawnRelease, { seed, numRuns: named.length + 3 });
    for (const [index, release] of drawn.entries())
      await recordOne(named[index] ?? `unseen ${index}`, {
        ...release,
        deployedAgo: [...release.deployedAgo, 17 * index],
      });
  }

  async function recordOne(
    version: string,
    { services: named, ofDeploy, deployedAgo }: DrawnRelease,
  ): Promise<void> {
    const post = postAs(server, ada);
    await post('/api/releases', { version, services: named });
    for (const ago of deployedAgo)
      await post(`/api/releases/${encodeURIComponent(version)}/deploys`, {
        environment: ago % 2 === 0 ? 'production' : 'staging',
        services: ofDeploy,
        finished_at: new Date((nowSeconds - ago) * 1_000).toISOString(),
      });
  }

  async function sendOf(spans: readonly ReleasedSpan[]): Promise<void> {
    const [first] = spans;
    if (first === undefined) return;
    const attributes = [
      text('service.name', first.service),
      ...(first.version === undefined ? [] : [text('service.version', first.version)]),
    ];
    const request = {
      resourceSpans: [{ resource: { attributes }, scopeSpans: [{ spans: spans.map(jsonOf) }] }],
    };
    const headers = { 'Content-Type': 'application/json' };
    equal((await ada.send(body(request, 'json'), headers)).status, 200);
  }

  const jsonOf = ({ endMs, micros, isError, isRequest, message }: ReleasedSpan) => ({
    traceId: newId(32),
    spanId: newId(16),
    name: 'GET /cart',
    kind: isRequest ? 2 : 1,
    ...(!isRequest && { parentSpanId: newId(16) }),
    startTimeUnixNano: String(BigInt(nanosOf(endMs)) - BigInt(micros) * 1_000n),
    endTimeUnixNano: nanosOf(endMs),
    status: isError ? { code: 2, message } : { code: 0 },
  });

  const read = async <Body>(path: string): Promise<Body> => {
    const { status, body: found } = await server.get<Body>(path, ada.key);
    equal(status, 200, `${path}: ${JSON.stringify(found)}`);
    return found;
  };

  function check(version: string, { services: own, before, after, adoption }: Figures): void {
    deepEqual(before, naiveWindow(sent, own, { from: before.from, to: before.to }), version);
    deepEqual(after, naiveWindow(sent, own, { from: after.from, to: after.to }), version);
    const { from, to } = adoption;
    deepEqual(adoption, naiveAdoption(sent, own, { version, from, to }), version);
  }

  function checkRange(deployedAt: string, { before, after, adoption, window_seconds }: Figures) {
    const [from, to] = [after.from, after.to].map(Date.parse) as [number, number];
    equal(from, Math.floor(Date.parse(deployedAt) / 10_000) * 10_000);
    equal(before.to, after.from);
    equal(to - from, window_seconds * 1_000);
    equal(from - Date.parse(before.from), window_seconds * 1_000);
    ok(window_seconds <= 24 * hourSeconds && window_seconds > 0);
    equal(adoption.to, after.to);
    equal(Date.parse(adoption.from), Math.max(from, to - hourSeconds * 1_000));
  }

  it('equal a naive count of the spans, in the list and of each deployment', async () => {
    const { releases } = await read<Listed>('/v1/releases');
    ok(releases.length > 3);
    for (const { version, deployment, figures } of releases) {
      ok(deployment !== null && figures !== null, version);
      check(version, figures);
      checkRange(deployment.deployed_at, figures);
      const path = `/v1/releases/${encodeURIComponent(version)}`;
      const one = await read<ResponseOf<'getReleaseFigures'>>(path);
      equal(one.deployments[0]?.deployment.id, deployment.id);
      for (const each of one.deployments) {
        ok(each.figures !== null);
        check(version, each.figures);
        checkRange(each.deployment.deployed_at, each.figures);
      }
    }
    ok(releases.some(({ figures }) => (figures?.adoption.version_span_count ?? 0) > 0));
  });

  it('count the services that a deployment names, or else its release, or else its spans', async () => {
    const { releases } = await read<Listed>('/v1/releases');
    for (const { version, services: named, deployment, figures } of releases) {
      const own = deployment?.services.length ? deployment.services : named;
      if (own.length > 0) deepEqual(figures?.services, own);
      else {
        const range = { from: figures?.after.from ?? '', to: figures?.after.to ?? '' };
        const seen = services.filter(
          service => naiveAdoption(sent, [service], { version, ...range }).version_span_count > 0,
        );
        deepEqual(figures?.services, seen.sort());
      }
    }
  });

  it('are those of the latest deployment to the environment that is asked for', async () => {
    const { releases } = await read<Listed>('/v1/releases?environment=staging');
    for (const { deployment, version } of releases) {
      const one = await read<ResponseOf<'getReleaseFigures'>>(
        `/v1/releases/${encodeURIComponent(version)}`,
      );
      const latest = one.deployments.find(each => each.deployment.environment === 'staging');
      equal(deployment?.id, latest?.deployment.id);
    }
  });

  it('count as of an instant what was known before its minute, though more came since', async () => {
    const minuteMs = Math.ceil(Date.now() / 60_000) * 60_000;
    await until('the next minute', () => Date.now() > minuteMs, 90_000);
    const path = `/v1/releases?as_of=${new Date(minuteMs).toISOString()}`;
    const then = await read<Listed>(path);
    for (const { version, figures } of then.releases) check(version, figures as Figures);
    const more = sent.slice(0, 50).map(span => ({ ...span, isError: true, message: 'new one' }));
    await sendOf(more.map(span => ({ ...span, service: services[0] ?? '', version: versions[0] })));
    await server.caughtUp();
    deepEqual(await read<Listed>(path), then);
    notDeepEqual((await read<Listed>('/v1/releases')).releases, then.releases);
  });
});
