import type { AlertBody } from '../../schemas/alerts/parts.ts';
import type { ResponseOf } from '../../schemas/http/routes.ts';
import { createRule } from './alert-client.ts';
import type { WholeTidemark } from './cluster.ts';
import type { Reader } from './reader.ts';
import { hostileTexts } from './shown-shop.ts';
import { until } from './until.ts';

/** Long enough that the alert fires as long as a test looks at it. */
const windowMinutes = 60;

/** An alert that fires for the failed requests of a service that sent some, under a name that does harm. */
export async function shownAlert(
  server: WholeTidemark,
  { key }: Reader,
  service = 'checkout',
): Promise<AlertBody> {
  const { id } = await createRule(server, key, {
    name: `Orders fail ${hostileTexts.message}`,
    severity: 'critical',
    scope_type: 'service',
    scope_value: service,
    time_window: windowMinutes,
  });
  return until(`an alert of ${service}`, async () => {
    const { body } = await server.get<ResponseOf<'listAlerts'>>(`/v1/alerts?rule=${id}`, key);
    return body.alerts[0];
  });
}
