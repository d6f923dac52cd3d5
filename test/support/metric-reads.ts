import { uuidBytes } from '../../platform/columns/uuid.ts';
import type { Principal } from '../../platform/http/handler.ts';
import { openMetricBatch } from '../../platform/otlp/metric-batch.ts';
import { decodeMetrics } from '../../platform/otlp/metrics.ts';
import { randomUuid } from '../../platform/uuid.ts';
import type { Warehouse } from '../../platform/warehouse/port.ts';
import type { QueryOf, ResponseOf } from '../../schemas/http/routes.ts';
import { sentInstantMs } from '../../schemas/http/sent-instant.ts';
import type { OrganizationId } from '../../schemas/ids.ts';
import { queryMetric } from '../../services/query-api/metrics/metric-query.ts';
import { protobufMetrics } from './otlp-metrics.ts';

type Figure = QueryOf<'queryMetric'>;

/** A query with its instants as clients write them. */
type AskedFigure = Partial<Omit<Figure, 'from' | 'to'>> &
  Pick<Figure, 'aggregation'> & {
    readonly from?: string | undefined;
    readonly to?: string | undefined;
  };

const instantsOf = ({ from, to }: Record<'from' | 'to', string | undefined>) => ({
  ...(from !== undefined && { from: sentInstantMs(from) }),
  ...(to !== undefined && { to: sentInstantMs(to) }),
});

/** Metrics of one organization in a warehouse, a new one unless it is given, and how they read. */
export function openMetricReads(
  warehouse: Warehouse,
  nowMs: number,
  organization: string = randomUuid(),
) {
  const handler = queryMetric({ warehouse, clock: () => nowMs });
  return {
    /** Writes requests, each as a batch of its own. */
    write: async (requests: readonly object[]): Promise<void> => {
      for (const request of requests) {
        const batch = openMetricBatch();
        const context = {
          receivedAtMs: nowMs,
          requestIndex: 0,
          organization: uuidBytes(organization),
          request: uuidBytes(randomUuid()),
        };
        const { refused, reason } = decodeMetrics(
          protobufMetrics(request),
          'protobuf',
          context,
          batch,
        );
        if (refused > 0) throw new Error(`expected every point to be taken: ${reason}`);
        const columns = batch.columns({ knownSeconds: 1 });
        const options = { deduplicationToken: randomUuid() };
        if (batch.pointRows > 0) {
          await warehouse.insertColumns('metric_points', batch.pointRows, columns, options);
        }
      }
    },
    query: async ({ from, to, ...query }: AskedFigure): Promise<ResponseOf<'queryMetric'>> => {
      const { body } = await handler({
        query: { metric: 'm', step: 60, ...query, ...instantsOf({ from, to }) },
        key: { organizationId: organization as OrganizationId } as Principal,
        signal: new AbortController().signal,
        requestId: '',
        receivedAtMs: nowMs,
        params: undefined,
        body: undefined,
        headers: {},
        address: '',
        checkKey: async () => undefined,
      });
      return body as ResponseOf<'queryMetric'>;
    },
  };
}
