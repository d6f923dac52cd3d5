import { randomUuid } from '../../platform/uuid.ts';
import type { ResponseOf } from '../../schemas/http/routes.ts';
import type { WholeTidemark } from './cluster.ts';
import { senderTo } from './otel-send.ts';

export type Reader = Awaited<ReturnType<typeof readerOf>>;

/** Somebody with an organization of their own, who sends and reads. */
export async function readerOf(server: WholeTidemark, name: string, service = 'checkout') {
  const email = `${name}-${randomUuid()}@example.org`;
  const { key } = await server.account(email, service);
  return {
    ...senderTo(server, key),
    key,
    email,
    traces: (query = '') => server.get<ResponseOf<'listTraces'>>(`/v1/traces${query}`, key),
    services: async () =>
      (await server.get<ResponseOf<'listServices'>>('/v1/services', key)).body.services,
    metrics: (path: string) =>
      server.get<ResponseOf<'serviceMetrics'>>(`/api/metrics/services/${path}`, key),
    statusOf: async (path: string) => (await server.get(path, key)).status,
  };
}
