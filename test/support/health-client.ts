import { equal } from 'node:assert/strict';
import type { HealthCheckBody } from '../../schemas/health/parts.ts';
import type { ResponseOf } from '../../schemas/http/routes.ts';
import { alertCustomer } from './alert-client.ts';
import type { WholeTidemark } from './cluster.ts';
import { goFault } from './go-json.ts';
import { goStructs } from './go-structs.ts';
import { until } from './until.ts';

type One = ResponseOf<'getHealthCheck'>;

export const healthChecksPath = '/api/health-checks';

export type HealthCustomer = Awaited<ReturnType<typeof healthCustomer>>;

/** Somebody who has health checks, and services that send heartbeats. */
export async function healthCustomer(tidemark: WholeTidemark, name: string) {
  const { email, reader, call, get: read } = await alertCustomer(tidemark, name);
  const sent = async <Body>(
    method: string,
    path: string,
    body: object,
    expected: number,
  ): Promise<Body> => {
    const answer = await call(method, path, body);
    equal(answer.status, expected, answer.text);
    return answer.body as unknown as Body;
  };
  const list = async (query = '') =>
    (await reader.read('listHealthChecks', `${healthChecksPath}${query}`)).body;
  return {
    email,
    reader,
    call,
    read,
    list,
    /** Creates a check, which Go must be able to decode. */
    create: async (fields: object): Promise<One> => {
      const answer = await call('POST', healthChecksPath, fields);
      equal(answer.status, 201, answer.text);
      equal(goFault(answer.text, goStructs.createHealthCheck), undefined);
      return answer.body as unknown as One;
    },
    get: (id: string, query = '') => read<One>(`${healthChecksPath}/${id}${query}`),
    change: (id: string, fields: object) =>
      sent<One>('PUT', `${healthChecksPath}/${id}`, fields, 200),
    beat: (fields: object) =>
      sent<ResponseOf<'sendHeartbeat'>>('POST', '/v1/health/heartbeat', fields, 200),
    /** Checks of a service. */
    count: async (service: string) =>
      (await list()).health_checks.filter(check => check.service_name === service).length,
    /** The check of a service once it is like this. */
    checkOf: (service: string, condition: (check: HealthCheckBody) => boolean) =>
      until(`the check of ${service}`, async () => {
        const found = (await list()).health_checks.find(check => check.service_name === service);
        return found !== undefined && condition(found) && found;
      }),
    results: async (id: string, query = '') => {
      const path = `${healthChecksPath}/${id}/results${query}`;
      return (await read<ResponseOf<'listHealthCheckResults'>>(path)).results;
    },
    statuses: (method: string, path: string, bodies: readonly object[]) =>
      Promise.all(bodies.map(async body => (await call(method, path, body)).status)),
  };
}
