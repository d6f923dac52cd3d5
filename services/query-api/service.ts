import type { Configuration } from '../../platform/config/config.ts';
import type { Handlers } from '../../platform/http/handler.ts';
import type { Log } from '../../platform/log.ts';
import type { TopicLog } from '../../platform/topic-log/port.ts';
import type { OrganizationReads } from '../../platform/warehouse/port.ts';
import { integrationKey, integrations } from '../../projections/accounts/integrations.ts';
import type { Projections } from '../../projections/engine/run.ts';
import { consumers } from '../../schemas/topics.ts';
import { openDataInstants } from './accounts/data-instants.ts';
import { integrationStatus } from './accounts/integration-status.ts';
import { subscription } from './billing/subscription.ts';
import { listMetrics } from './metrics/metric-list.ts';
import { queryMetric } from './metrics/metric-query.ts';
import { openExpectKnown } from './services/known-service.ts';
import { serviceDetail } from './services/service-detail.ts';
import { serviceErrors } from './services/service-errors.ts';
import { serviceTimeseries } from './services/service-timeseries.ts';
import { listServices } from './services/services.ts';
import { openResources } from './traces/resources.ts';
import { streamTraces } from './traces/tail/stream.ts';
import { getTrace } from './traces/trace.ts';
import { listTraces } from './traces/trace-list.ts';
import { earliestOf, openWatermarks, withWatermark } from './watermark.ts';
import { serviceMetrics } from './windows/service-metrics.ts';

export type QueryApiDependencies = {
  readonly warehouse: OrganizationReads;
  readonly topicLog: Pick<TopicLog, 'lag' | 'read' | 'partitions'>;
  readonly log: Log;
  readonly projections: Pick<Projections, 'barrier' | 'get' | 'state'>;
  readonly clock: () => number;
  readonly configuration: Pick<Configuration, 'retention'>;
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
  const { warehouse, topicLog, projections, clock } = dependencies;
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
      subscription({ ...dependencies, spansKeptMs: dependencies.configuration.retention.spansMs }),
    ),
  };
}
