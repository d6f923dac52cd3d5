import { equal } from 'node:assert/strict';
import { randomUuid } from '../../platform/uuid.ts';
import type { ResponseOf } from '../../schemas/http/routes.ts';
import type { WholeTidemark } from './cluster.ts';
import { goFault } from './go-json.ts';
import { goStructs } from './go-structs.ts';
import { senderTo } from './otel-send.ts';

type CheckedRoute = Exclude<
  keyof typeof goStructs,
  'streamTraces' | 'register' | 'verify' | 'createAlertRule' | 'createHealthCheck'
>;

export type CheckedReader = Awaited<ReturnType<typeof checkedReader>>;

/** Somebody who sends, and reads with clients written in Go: every answer must decode into their structs. */
export async function checkedReader(
  server: WholeTidemark,
  name: string,
  service = 'idle',
  address = `${name}-${randomUuid()}@example.org`,
) {
  const { key, registered, verified } = await server.account(address, service);
  equal(goFault(JSON.stringify(registered.body), goStructs.register), undefined);
  equal(goFault(JSON.stringify(verified.body), goStructs.verify), undefined);
  const read = async <Name extends CheckedRoute>(route: Name, path: string) => {
    const response = await fetch(`${server.url}${path}`, { headers: { 'X-API-Key': key } });
    const text = await response.text();
    equal(response.status, 200, `${path}: ${text}`);
    equal(goFault(text, goStructs[route]), undefined, path);
    const watermark = response.headers.get('X-Data-Watermark');
    return { body: JSON.parse(text) as ResponseOf<Name>, watermark };
  };
  const ofService = (service: string, rest: string): string =>
    `/v1/services/${encodeURIComponent(service)}/${rest}`;
  return {
    ...senderTo(server, key),
    key,
    organization: String(verified.body.organization_id),
    read,
    traces: (query = '') => read('listTraces', `/v1/traces${query}`),
    trace: (id: string) => read('getTrace', `/v1/traces/${id}`),
    status: () => read('integrationStatus', '/v1/integrate/status'),
    subscription: () => read('subscription', '/v1/billing/subscription'),
    services: () => read('listServices', '/v1/services'),
    metrics: (service: string, query = '') =>
      read('serviceMetrics', `/api/metrics/services/${encodeURIComponent(service)}${query}`),
    detail: (service: string, query = '') =>
      read('serviceDetail', ofService(service, `detail${query}`)),
    errors: (service: string, query = '') =>
      read('serviceErrors', ofService(service, `errors${query}`)),
    timeseries: (service: string, query = '') =>
      read('serviceTimeseries', ofService(service, `timeseries${query}`)),
    statusOf: async (path: string) => (await server.get(path, key)).status,
  };
}
