import type { ResponseOf } from '../../schemas/http/routes.ts';
import type { WholeTidemark } from './cluster.ts';
import { postAs } from './post-as.ts';
import type { Reader } from './reader.ts';
import { hostileTexts } from './shown-shop.ts';
import { until } from './until.ts';

const dayMs = 86_400_000;
const inDays = (days: number): string => new Date(Date.now() + days * dayMs).toISOString();

/** Checks that failed once, maintenance and silences, with usual texts and such that do harm. */
export async function shownChecks(server: WholeTidemark, ada: Reader) {
  const post = postAs(server, ada);
  const created = [];
  for (const [service, name] of [
    ['checkout', 'front page'],
    [hostileTexts.service, hostileTexts.message.repeat(4)],
  ]) {
    const { id } = await post<'createHealthCheck'>('/api/health-checks', {
      service_name: service,
      check_name: name,
      endpoint_url: `https://shop.example.invalid/${'long/'.repeat(200)}`,
      // It fails once and not again, as long as a test looks at it.
      check_interval_seconds: 86_400,
      assertions: { body_contains: hostileTexts.message, response_time_ms: 500 },
    });
    const reason = hostileTexts.operation.slice(0, 900);
    const window = { from: inDays(1), to: inDays(2), reason };
    await post(`/api/health-checks/${id}/maintenance`, window);
    await post('/v1/silences', { service, until: inDays(1), reason });
    created.push(id);
  }
  await post('/v1/silences', {
    severity: 'info',
    // It is not held now and then while a test looks at it.
    from: inDays(1),
    until: inDays(60),
    reason: 'Nightly batch',
    recurrence: { cron: '*/30 * * * *', duration_minutes: 10 },
  });
  await until('a result of each check', async () => {
    const { body } = await server.get<ResponseOf<'listHealthChecks'>>(
      '/api/health-checks',
      ada.key,
    );
    return body.health_checks.every(({ status }) => status === 'degraded');
  });
  return ['/checks', ...created.map(id => `/checks/${id}`), '/silences', '/silences?state=all'];
}
