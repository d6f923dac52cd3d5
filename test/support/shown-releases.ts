import type { WholeTidemark } from './cluster.ts';
import { newId, senderTo } from './otel-send.ts';
import { body, nanosOf, text } from './otlp.ts';
import { postAs } from './post-as.ts';
import type { Reader } from './reader.ts';
import { hostileTexts } from './shown-shop.ts';

const minuteMs = 60_000;

/** An hour of a service whose new version fails more often, with the old version before it and beside it. */
export async function sendReleasedSpans(
  server: WholeTidemark,
  { key }: Reader,
  { service, deployedMs }: { readonly service: string; readonly deployedMs: number },
): Promise<void> {
  const spanAt = (endMs: number, isBad: boolean) => ({
    traceId: newId(32),
    spanId: newId(16),
    name: 'GET /basket',
    kind: 2,
    startTimeUnixNano: nanosOf(endMs - (isBad ? 400 : 40)),
    endTimeUnixNano: nanosOf(endMs),
    status: isBad ? { code: 2, message: 'basket is empty' } : { code: 0 },
  });
  const spansOf = (version: string, spans: readonly object[]) => ({
    resource: {
      attributes: [text('service.name', service), text('service.version', version)],
    },
    scopeSpans: [{ spans }],
  });
  const minutes = Array.from({ length: 30 }, (_, index) => index);
  const request = {
    resourceSpans: [
      spansOf(
        '2.0.0',
        minutes.map(at => spanAt(deployedMs - (at + 0.5) * minuteMs, false)),
      ),
      spansOf(
        '2.1.0',
        minutes.map(at => spanAt(deployedMs + (at + 0.5) * minuteMs, at % 3 === 0)),
      ),
      spansOf(
        '2.0.0',
        minutes.slice(0, 5).map(at => spanAt(deployedMs + (at + 0.7) * minuteMs, false)),
      ),
    ],
  };
  const headers = { 'Content-Type': 'application/json' };
  await senderTo(server, key).send(body(request, 'json'), headers);
}

/** Releases of usual and of hostile texts: deployed twice, finalized, and not deployed. */
export async function shownReleases(server: WholeTidemark, ada: Reader): Promise<string[]> {
  const post = postAs(server, ada);
  const deployedMs = Date.now() - 31 * minuteMs;
  await sendReleasedSpans(server, ada, { service: 'basket', deployedMs });
  const at = (ms: number): string => new Date(ms).toISOString();
  const hostile = `${hostileTexts.service.slice(0, 100)}/+ %?#`;
  await post('/api/releases', { version: '2.0.0', service_name: 'basket', source: 'cli' });
  await post('/api/releases/2.0.0/deploys', {
    environment: 'production',
    finished_at: at(deployedMs - 20 * 60 * minuteMs),
  });
  await post('/api/releases', {
    version: '2.1.0',
    services: ['basket', 'checkout'],
    source: 'cli',
    commit_sha: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b',
    url: 'https://example.com/changes/2.1.0',
    author: 'Ada',
    notes: 'Baskets are kept for a week.\nSmaller pages.',
  });
  for (const [environment, ms] of [
    ['staging', deployedMs - 10 * minuteMs],
    ['production', deployedMs],
  ] as const)
    await post('/api/releases/2.1.0/deploys', {
      environment,
      deployer: 'deploy-bot',
      url: 'https://ci.example.com/runs/812',
      finished_at: at(ms),
    });
  const said = hostileTexts.message.slice(0, 200).replaceAll(/\p{Cc}/gu, ' ');
  await post('/api/releases', {
    version: hostile,
    services: [hostileTexts.service],
    author: said,
    url: `javascript:${said}`,
    notes: hostileTexts.message.slice(0, 2_000),
  });
  await post(`/api/releases/${encodeURIComponent(hostile)}/deploys`, { environment: said });
  return [
    '/releases',
    '/releases?service=basket&environment=staging',
    '/releases/2.1.0',
    `/releases/${encodeURIComponent(hostile)}`,
  ];
}
