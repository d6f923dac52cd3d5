import assert from 'node:assert/strict';
import { openDocs } from '../../platform/http/documents/docs.ts';
import { openApiDocument } from '../../platform/http/documents/openapi.ts';
import {
  type Check,
  openProbes,
  openReadiness,
  readinessFreshMs,
  watchReadiness,
} from '../../platform/http/probes.ts';
import { openMetrics } from '../../platform/metrics/registry.ts';
import { features } from '../../schemas/features.ts';
import { routes } from '../../schemas/http/routes.ts';
import { startTestApp, type TestApp } from '../support/http-app.ts';

describe('the probes', () => {
  let server: TestApp;
  let stopping = false;
  const broken = new Set<string>();
  let nowMs = 0;
  /** What is answered next is looked at again. */
  const later = (): void => {
    nowMs += readinessFreshMs;
  };

  before(async () => {
    const check = (name: string, missing: Check['missing']): Check => ({
      name,
      missing,
      run: async () => {
        if (broken.has(name)) throw new Error(`${name} is away`);
      },
    });
    const document = openApiDocument({ areas: features, version: '1.2.3', url: 'http://x' });
    const checks = [check('warehouse', 'unready'), check('mailer', 'degraded')];
    const metrics = openMetrics();
    const readiness = openReadiness(checks, () => nowMs);
    const probed = { readiness, stopping: () => stopping, metrics };
    watchReadiness(metrics, probed);
    server = await startTestApp({
      ...openProbes(probed),
      ...openDocs(document),
    });
  });

  after(() => server.stop());

  const ask = async (path: string) => {
    const answer = await fetch(`${server.url}${path}`);
    return { status: answer.status, body: Object(await answer.json()) };
  };

  const gauges = async (): Promise<readonly string[]> => {
    const text = await (await fetch(`${server.url}/metrics`)).text();
    return text.split('\n').filter(line => /^tidemark_(ready|dependency)/.test(line));
  };

  it('answers of each dependency whether it can be used', async () => {
    assert.deepEqual(await ask('/readyz'), {
      status: 200,
      body: { status: 'ready', checks: { warehouse: { status: 'up' }, mailer: { status: 'up' } } },
    });
    broken.add('mailer');
    later();
    const { status, body } = await ask('/healthz');
    assert.equal(status, 200);
    assert.equal(body.status, 'degraded');
    assert.deepEqual(body.checks.mailer, { status: 'degraded', reason: 'mailer is away' });
  });

  it('shows in the metrics what is away at this scrape', async () => {
    assert.deepEqual(await gauges(), [
      'tidemark_ready 1',
      'tidemark_dependency_up{dependency="warehouse"} 1',
      'tidemark_dependency_up{dependency="mailer"} 0',
    ]);
    broken.delete('mailer');
    broken.add('warehouse');
    later();
    assert.deepEqual(await gauges(), [
      'tidemark_ready 0',
      'tidemark_dependency_up{dependency="warehouse"} 0',
      'tidemark_dependency_up{dependency="mailer"} 1',
    ]);
    broken.delete('warehouse');
    later();
  });

  it('answers 503 when one is missing that is needed, and on shutdown', async () => {
    broken.add('warehouse');
    later();
    const missing = await ask('/readyz');
    assert.equal(missing.status, 503);
    assert.equal(missing.body.checks.warehouse.status, 'down');
    broken.clear();
    stopping = true;
    assert.equal((await ask('/readyz')).status, 503);
    assert.equal((await gauges())[0], 'tidemark_ready 0');
    assert.deepEqual(await ask('/livez'), { status: 200, body: { status: 'alive' } });
  });

  it('serves metrics, the document and the page without a key', async () => {
    const types = await Promise.all(
      ['/metrics', '/openapi.json', '/docs'].map(async path => {
        const answer = await fetch(`${server.url}${path}`);
        assert.equal(answer.status, 200);
        return answer.headers.get('Content-Type');
      }),
    );
    assert.deepEqual(types, [
      'text/plain; version=0.0.4; charset=utf-8',
      'application/json; charset=utf-8',
      'text/html; charset=utf-8',
    ]);
    const page = await (await fetch(`${server.url}/docs`)).text();
    for (const { name } of routes) assert.ok(page.includes(`id="${name}"`), name);
    assert.doesNotMatch(page, /src=|<script|<link|url\(/u);
    const texts = page.replaceAll(/<(pre|style)>[\s\S]*?<\/\1>/gu, '');
    assert.doesNotMatch(texts, /`/u);
    assert.match(texts, /<p>[^<]*<code>\w+<\/code>/u);
  });
});
