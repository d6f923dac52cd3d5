import type { OrganizationId } from '../../../schemas/ids.ts';
import type { RootCauses } from '../../../schemas/root-causes/routes.ts';
import { readDeployments } from '../services/deployments.ts';
import type { QueryContext } from '../windows/window-metrics.ts';
import type { TimeRange } from '../windows/window-rows.ts';
import { rootCauseLimits } from './config.ts';

type Asked = {
  readonly organization: OrganizationId;
  readonly range: TimeRange;
  readonly known: string;
  /** Null: a trace is looked at. */
  readonly service: string | null;
  /** The most likely first. */
  readonly places: readonly { readonly service: string }[];
};

/** The service itself, and those of the likeliest places. */
export function servicesNamed({
  service,
  places,
}: Pick<Asked, 'service' | 'places'>): readonly string[] {
  const named = [...(service === null ? [] : [service]), ...places.map(each => each.service)];
  return [...new Set(named)].slice(0, rootCauseLimits.servicesMax);
}

/** New versions of the service itself and of those in which traces fail first or spend their time, the latest first. */
export async function readVersions(
  { organization, range, known, service, places }: Asked,
  reading: QueryContext,
): Promise<RootCauses['deployments']> {
  const services = servicesNamed({ service, places });
  const fromMs = range.fromSeconds * 1000 - rootCauseLimits.deploymentBeforeMs;
  const toMs = range.toSeconds * 1000;
  const found = await Promise.all(
    services.map(async each => {
      const deployments = await readDeployments(
        { organization, service: each, fromMs, toMs, known },
        reading,
      );
      return deployments.map(deployment => ({ service_name: each, ...deployment }));
    }),
  );
  return found.flat().sort((left, right) => (left.first_seen_at > right.first_seen_at ? -1 : 1));
}
