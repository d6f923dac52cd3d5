import type { Handlers } from '../../platform/http/handler.ts';
import type { Log } from '../../platform/log.ts';
import type { TopicLog } from '../../platform/topic-log/port.ts';
import type { OrganizationReads } from '../../platform/warehouse/port.ts';
import { integrationKey, integrations } from '../../projections/integrations.ts';
import type { Projections } from '../../projections/run.ts';
import { openDataInstants } from './data-instants.ts';
import { integrationStatus } from './integration-status.ts';
import { openExpectKnown } from './known-service.ts';
import { listMetrics } from './metric-list.ts';
import { queryMetric } from './metric-query.ts';
import { openResources } from './resources.ts';
import { serviceDetail } from './service-detail.ts';
import { serviceErrors } from './service-errors.ts';
import { serviceMetrics } from './service-metrics.ts';
import { serviceTimeseries } from './service-timeseries.ts';
import { listServices } from './services.ts';
import { subscription } from './subscription.ts';
import { streamTraces } from './tail/stream.ts';
import { getTrace } from './trace.ts';
import { listTraces } from './trace-list.ts';
import { earliestOf, openWatermarks, withWatermark } from './watermark.ts';

export type QueryApiDependencies = {
  readonly warehouse: OrganizationReads;
  readonly topicLog: Pick<TopicLog, 'lag' | 'read' | 'partitions'>;
  readonly log: Log;
  readonly projections: Pick<Projections, 'barrier' | 'get'>;
  readonly clock: () => number;
  /** Who writes the warehouse from which topic. */
  readonly consumers: Readonly<
    Record<'spans' | 'metrics', { readonly group: string; readonly topic: string }>
  >;
  /** Aborts when the process is about to stop. */
  readonly stopping: AbortSignal;
};

type QueryRoute =
  | 'integrationStatus'
  | 'serviceMetrics'
  | 'listServices'
  | 'serviceDetail'
  | 'serviceErrors'
  | 'serviceTimeseries'
  | 'listTraces'
  | 'streamTraces'
  | 'listMetrics'
  | 'queryMetric'
  | 'getTrace'
  | 'subscription';

/** The handlers of every route that query-api serves. */
export function queryHandlers(dependencies: QueryApiDependencies): Handlers<QueryRoute> {
  const { warehouse, topicLog, projections, clock, consumers } = dependencies;
  const engines = { topicLog, warehouse, clock };
  const watermarks = openWatermarks({ ...engines, ...consumers.spans });
  const ofMetrics = openWatermarks({ ...engines, ...consumers.metrics });
  const expectKnown = openExpectKnown({
    warehouse,
    isRegistered: async (organization, service, signal) => {
      await projections.barrier(signal);
      return projections.get(integrations, integrationKey(organization, service)) !== undefined;
    },
  });
  const reads = { warehouse, clock, expectKnown };
  return {
    integrationStatus: integrationStatus({
      projections,
      dataInstants: openDataInstants({ warehouse }),
    }),
    serviceMetrics: serviceMetrics({ ...reads, watermarks }),
    listServices: withWatermark(watermarks, listServices(reads)),
    serviceDetail: withWatermark(watermarks, serviceDetail(reads)),
    serviceErrors: withWatermark(watermarks, serviceErrors(reads)),
    serviceTimeseries: withWatermark(watermarks, serviceTimeseries(reads)),
    listTraces: withWatermark(watermarks, listTraces(reads)),
    streamTraces: streamTraces(dependencies),
    getTrace: withWatermark(watermarks, getTrace({ warehouse, readResources: openResources() })),
    listMetrics: withWatermark(ofMetrics, listMetrics(reads)),
    queryMetric: withWatermark(ofMetrics, queryMetric(reads)),
    subscription: withWatermark(
      earliestOf(watermarks, ofMetrics),
      subscription({ warehouse, projections, clock }),
    ),
  };
}
