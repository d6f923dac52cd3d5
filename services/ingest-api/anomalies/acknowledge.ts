import { commandEndpoint } from '../../../platform/commands/endpoint.ts';
import type { Handler } from '../../../platform/http/handler.ts';
import { notFound } from '../../../platform/http/problem.ts';
import {
  type AnomalyRow,
  anomalies,
  anomalyKey,
} from '../../../projections/anomalies/anomalies.ts';
import { anomalyBody } from '../../../projections/anomalies/anomaly-body.ts';
import { anomalyId, anomalyStream } from '../../../schemas/anomalies/ids.ts';
import type { OrganizationId } from '../../../schemas/ids.ts';
import type { IngestShared } from '../shared.ts';

type Asking = {
  readonly key: { readonly organizationId: OrganizationId };
  readonly params: { readonly id: string };
  readonly signal: AbortSignal;
};

/** POST /v1/anomalies/:id/acknowledge */
export const acknowledgeAnomaly = (dependencies: IngestShared): Handler<'acknowledgeAnomaly'> =>
  commandEndpoint(
    {
      route: 'acknowledgeAnomaly',
      prepare: request => findAnomaly(request, dependencies),
      stream: ({ found: { organizationId, service } }) => anomalyStream(organizationId, service),
      payload: async ({ found: { organizationId, service, anomalyId: id } }) => ({
        type: 'AcknowledgeAnomaly',
        data: { organizationId, service, anomalyId: id },
      }),
      respond: async (_, { request }) => ({
        status: 200,
        body: { success: true, anomaly: anomalyBody(await findAnomaly(request, dependencies)) },
      }),
    },
    dependencies,
  );

async function findAnomaly(
  { key: { organizationId }, params: { id }, signal }: Asking,
  { projections }: Pick<IngestShared, 'projections'>,
): Promise<AnomalyRow> {
  const state = await projections.state({ signal });
  const row = state.get(anomalies, anomalyKey(organizationId, anomalyId(id.toLowerCase())));
  if (row === undefined) throw notFound(`there is no anomaly ${id}`);
  return row;
}
