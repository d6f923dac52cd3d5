import {
  type Deployment,
  deploymentsOf,
  readVersionsSeen as readVersions,
  type Versions,
  type VersionsAsked,
} from '../../../projections/services/versions-seen.ts';
import { type QueryContext, readRows } from '../windows/window-metrics.ts';

/** The versions of services that sent spans in the range or shortly before, in one statement. */
export const readVersionsSeen = (asked: VersionsAsked, reading: QueryContext): Promise<Versions> =>
  readVersions(asked, statement => readRows(statement, reading));

/** Versions of a service that began in the range, the latest first. */
export async function readDeployments(
  { service, ...asked }: Omit<VersionsAsked, 'services'> & { readonly service: string },
  reading: QueryContext,
): Promise<Deployment[]> {
  const { seen } = await readVersionsSeen({ ...asked, services: [service] }, reading);
  return deploymentsOf(seen.get(service) ?? [], asked);
}
