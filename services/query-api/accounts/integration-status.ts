import { asOfMs } from '../../../platform/http/as-of.ts';
import type { Handler } from '../../../platform/http/handler.ts';
import { integrationKey, integrations } from '../../../projections/accounts/integrations.ts';
import type { Projections } from '../../../projections/engine/run.ts';
import type { OrganizationId } from '../../../schemas/ids.ts';

/** When data of a service first and last arrived; undefined: never. */
export type DataInstants = (
  organization: OrganizationId,
  serviceName: string,
  options: { readonly asOfMs: number | undefined; readonly signal: AbortSignal },
) => Promise<{ readonly firstAtMs: number; readonly lastAtMs: number } | undefined>;

/** State of the service that the key was issued for. */
export const integrationStatus =
  ({
    projections,
    dataInstants,
  }: {
    projections: Pick<Projections, 'state'>;
    dataInstants: DataInstants;
  }): Handler<'integrationStatus'> =>
  async ({ key: { organizationId, serviceName }, signal, ...request }) => {
    const options = { asOfMs: asOfMs(request), signal };
    const state = await projections.state(options);
    const row = state.get(integrations, integrationKey(organizationId, serviceName));
    const instants = await dataInstants(organizationId, serviceName, options);
    const status = row === undefined ? 'no_integration' : 'active';
    const source = row?.source ?? '';
    return {
      status: 200,
      body: {
        status,
        integration: {
          service_name: serviceName,
          integration_type: source,
          source,
          status,
          first_data_at: toInstant(instants?.firstAtMs),
          last_data_at: toInstant(instants?.lastAtMs),
        },
      },
    };
  };

const toInstant = (atMs: number | undefined): string | null =>
  atMs === undefined ? null : new Date(atMs).toISOString();
