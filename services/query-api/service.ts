import type { Handlers } from '../../platform/http/handler.ts';
import type { Warehouse } from '../../platform/warehouse/port.ts';
import { integrationKey, integrations } from '../../projections/integrations.ts';
import type { Projections } from '../../projections/run.ts';
import { openDataInstants } from './data-instants.ts';
import { integrationStatus } from './integration-status.ts';
import { listMetrics } from './metric-list.ts';
import { queryMetric } from './metric-query.ts';
import { serviceMetrics } from './service-metrics.ts';
import { listServices } from './services.ts';
import { subscription } from './subscription.ts';
import { getTrace } from './trace.ts';
import { listTraces } from './trace-summaries.ts';

export type QueryApiDependencies = {
  readonly warehouse: Warehouse;
  readonly projections: Pick<Projections, 'barrier' | 'get'>;
  readonly clock: () => number;
};

type QueryRoute =
  | 'integrationStatus'
  | 'serviceMetrics'
  | 'listServices'
  | 'listTraces'
  | 'listMetrics'
  | 'queryMetric'
  | 'getTrace'
  | 'subscription';

/** The handlers of every route that query-api serves. */
export function queryHandlers({
  warehouse,
  projections,
  clock,
}: QueryApiDependencies): Handlers<QueryRoute> {
  return {
    integrationStatus: integrationStatus({
      projections,
      dataInstants: openDataInstants({ warehouse }),
    }),
    serviceMetrics: serviceMetrics({
      warehouse,
      clock,
      isRegistered: async (organization, service, signal) => {
        await projections.barrier(signal);
        return projections.get(integrations, integrationKey(organization, service)) !== undefined;
      },
    }),
    listServices: listServices({ warehouse, clock }),
    listTraces: listTraces({ warehouse }),
    listMetrics: listMetrics({ warehouse, clock }),
    queryMetric: queryMetric({ warehouse, clock }),
    getTrace: getTrace({ warehouse }),
    subscription: subscription({ warehouse, projections, clock }),
  };
}
