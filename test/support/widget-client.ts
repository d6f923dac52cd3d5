import { equal } from 'node:assert/strict';
import type { ResponseOf } from '../../schemas/http/routes.ts';
import { alertCustomer } from './alert-client.ts';
import type { IssuedKey } from './api-keys.ts';
import type { WholeTidemark } from './cluster.ts';
import { freshSpan } from './otel-send.ts';
import { nanosOf } from './otlp.ts';

export const widgetPage = 'https://shop.example.com';

export type WidgetCustomer = Awaited<ReturnType<typeof widgetCustomer>>;

/** Somebody who sends spans, has alerts and health checks, and shows widgets. */
export async function widgetCustomer(tidemark: WholeTidemark, name: string) {
  const customer = await alertCustomer(tidemark, name);
  const { call, reader } = customer;
  const badgePath = (service: string, rest: string): string =>
    `/v1/widgets/services/${encodeURIComponent(service)}/${rest}`;
  const fetchAs = (key: string, path: string, headers: Record<string, string> = {}) =>
    fetch(`${tidemark.url}${path}`, { headers: { 'X-API-Key': key, ...headers } });
  const read = async <Body>(path: string): Promise<Body> => {
    const response = await fetchAs(reader.key, path);
    const text = await response.text();
    equal(response.status, 200, text);
    return JSON.parse(text) as Body;
  };
  return {
    ...customer,
    badgePath,
    fetchAs,
    issue: async (kind: string, more: object = {}): Promise<string> => {
      const { status, body, text } = await call('POST', '/v1/api-keys', {
        name: `a ${kind} key`,
        kind,
        ...more,
      });
      equal(status, 201, text);
      return (body as unknown as IssuedKey).key;
    },
    beat: async (service: string, status = 'healthy') => {
      const answer = await call('POST', '/v1/health/heartbeat', { service_name: service, status });
      equal(answer.status, 200, answer.text);
    },
    /** Requests that end now, one for each of these durations; the first `failed` of them fail. */
    sendRequests: async (service: string, durations: readonly number[], failed = 0) => {
      const nowMs = Date.now();
      await reader.sendSpans(
        durations.map((ms, index) =>
          freshSpan({
            startTimeUnixNano: nanosOf(nowMs - ms),
            endTimeUnixNano: nanosOf(nowMs),
            ...(index < failed && { status: { code: 2 } }),
          }),
        ),
        { service },
      );
      await tidemark.caughtUp();
    },
    badge: (service: string, query = '') =>
      read<ResponseOf<'widgetBadge'>>(badgePath(service, `badge${query}`)),
    series: (service: string, query = '') =>
      read<ResponseOf<'widgetMetrics'>>(badgePath(service, `metrics${query}`)),
    firing: (query = '') => read<ResponseOf<'widgetAlerts'>>(`/v1/widgets/alerts/summary${query}`),
    overview: (query = '') => read<ResponseOf<'widgetOverview'>>(`/v1/widgets/overview${query}`),
  };
}
