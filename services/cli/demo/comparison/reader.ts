import type { z } from 'zod';
import { metricPointRoutes } from '../../../../schemas/metrics/routes.ts';
import { metricsRoutes } from '../../../../schemas/services/metrics-route.ts';
import { serviceRoutes } from '../../../../schemas/services/routes.ts';
import { traceRoutes } from '../../../../schemas/traces/routes.ts';
import { CommandFailed } from '../../errors.ts';
import { serviceNames } from '../shop/shop.ts';

const [metricsRoute] = metricsRoutes;
const [servicesRoute] = serviceRoutes;
const [, , queryMetricRoute] = metricPointRoutes;
const [, listTracesRoute, , getTraceRoute] = traceRoutes;

export type ReportedMetrics = z.output<typeof metricsRoute.response>['metrics'];
export type ReportedService = z.output<typeof servicesRoute.response>['services'][number];
export type TraceList = z.output<typeof listTracesRoute.response>;
export type ReportedTrace = z.output<typeof getTraceRoute.response>;

/** Reads back over HTTP, as any client would. */
export type Reader = {
  /** Of the last 15 minutes; undefined while nothing of the service has arrived. */
  readonly metrics: (service: string) => Promise<ReportedMetrics | undefined>;
  /** One figure of a metric of the last hour by service. */
  readonly metric: (
    name: string,
    aggregation: 'sum' | 'p95',
  ) => Promise<ReadonlyMap<string, number>>;
  readonly services: () => Promise<readonly ReportedService[]>;
  /** Of the shop: its gateway is part of every trace. */
  readonly traces: (limit: number) => Promise<TraceList>;
  readonly trace: (id: string) => Promise<ReportedTrace>;
};

/** One step, or two when a day ends just now. */
const daySeconds = '86400';
const answerMsMax = 15_000;

export function openReader(url: string, key: string): Reader {
  const get = async (path: string): Promise<Response> =>
    fetch(`${url}${path}`, {
      headers: { 'X-API-Key': key },
      signal: AbortSignal.timeout(answerMsMax),
    });
  const read = async <Schema extends z.ZodType>(
    path: string,
    schema: Schema,
  ): Promise<z.output<Schema>> => {
    const response = await get(path);
    const body: unknown = await response.json();
    if (response.ok) return schema.parse(body);
    throw new CommandFailed(`GET ${path} answered ${response.status}: ${JSON.stringify(body)}`);
  };
  return {
    metrics: async service => {
      const path = `/api/metrics/services/${encodeURIComponent(service)}?window=15m`;
      const response = await get(path);
      if (response.status === 404) return undefined;
      if (response.ok) return metricsRoute.response.parse(await response.json()).metrics;
      throw new CommandFailed(`GET ${path} answered ${response.status}`);
    },
    metric: async (name, aggregation) => {
      const asked = { metric: name, aggregation, group_by: 'service.name', step: daySeconds };
      const path = `/v1/metrics/query?${new URLSearchParams(asked)}`;
      const response = await get(path);
      if (response.status === 404) return new Map();
      if (!response.ok) throw new CommandFailed(`GET ${path} answered ${response.status}`);
      const { series } = queryMetricRoute.response.parse(await response.json());
      return new Map(
        series.map(({ group, points }) => {
          const values = points.map(({ value }) => value);
          const sum = values.reduce((total, value) => total + value, 0);
          return [group, aggregation === 'sum' ? sum : (values.at(-1) ?? Number.NaN)];
        }),
      );
    },
    services: async () => (await read('/v1/services', servicesRoute.response)).services,
    traces: limit =>
      read(`/v1/traces?service=${serviceNames[0]}&limit=${limit}`, listTracesRoute.response),
    trace: id => read(`/v1/traces/${id}`, getTraceRoute.response),
  };
}
