import { parseResponse } from '../../responses.ts';
import { count } from '../../table.ts';
import { requestsAMinute } from '../sending/past-minutes.ts';
import { awaited } from './awaited.ts';
import type { Call } from './call.ts';
import type { Looking } from './incident.ts';

/** A service beside those whose figures are compared: its requests are back-dated. */
export const service = 'search';

const scope = { scope_type: 'service', scope_value: service };

/** Alerts as soon as there is an anomaly. */
export const searchIsUnusual = {
  name: 'Search behaves unusually',
  alert_type: 'anomaly',
  metric: 'latency',
  operator: '>',
  threshold: 1,
  ...scope,
};

/** Alerts at a figure: this can be proved from the telemetry alone. */
export const searchIsSlow = {
  name: 'Search is slow',
  metric: 'latency_p50',
  operator: '>',
  threshold: 100,
  time_window: 10,
  min_samples: requestsAMinute,
  ...scope,
};

export const createRule = async (rule: object, call: Call): Promise<string> =>
  parseResponse('createAlertRule', await call('POST', '/v1/alert-rules', rule)).id;

/** Resolves when all requests of so many minutes can be read. */
export async function learned(
  minutes: number,
  { call, terminal: { record, say, style }, ended }: Looking,
): Promise<void> {
  const requests = minutes * requestsAMinute;
  const look = async () => {
    const { services } = parseResponse('listServices', await call('GET', '/v1/services'));
    const found = services.find(({ name }) => name === service);
    return found?.request_count === requests || undefined;
  };
  await awaited(`${requests} requests of ${service}`, look, ended);
  record({ kind: 'history_sent', service, minutes, requests });
  say(
    `${style.good('✔')} ${count(requests)} requests of ${service}, back-dated over an hour: what is usual is known`,
  );
}
