import type { ResponseOf } from '../../schemas/http/routes.ts';
import { createRule } from './alert-client.ts';
import { openAnomaly } from './anomalies.ts';
import type { WholeTidemark } from './cluster.ts';
import type { Reader } from './reader.ts';
import { hostileTexts } from './shown-shop.ts';
import { until } from './until.ts';

/** Pages of rules and anomalies, of a usual service and of one that is named to do harm. */
export async function sendShownRules(
  server: WholeTidemark,
  { key }: Reader,
): Promise<readonly string[]> {
  const rule = await createRule(server, key, {
    name: hostileTexts.operation.slice(0, 200),
    description: `${hostileTexts.message} ${'long '.repeat(380)}`,
    scope_type: 'service',
    scope_value: hostileTexts.service,
    for_minutes: 10,
    recovery_threshold: 1,
    min_samples: 20,
  });
  const { body: me } = await server.get<ResponseOf<'me'>>('/v1/me', key);
  const services = ['checkout', hostileTexts.service];
  for (const service of services) await openAnomaly(server, me.organization.id, service);
  const anomalies = await until('the anomalies', async () => {
    const { body } = await server.get<ResponseOf<'listAnomalies'>>('/v1/anomalies', key);
    return services.every(each => body.anomalies.some(({ service_name: name }) => name === each))
      ? body.anomalies
      : undefined;
  });
  return [
    '/rules',
    `/rules/${rule.id}`,
    `/rules/${rule.id}/edit`,
    '/rules/new?service=checkout',
    '/anomalies',
    ...anomalies.map(({ id }) => `/anomalies/${id}`),
  ];
}
