import type { EventOf } from '../../schemas/events/event.ts';
import type { OrganizationId } from '../../schemas/ids.ts';
import type { Deploy, OfRelease, Release } from '../../schemas/releases/release.ts';
import { newestFirst } from '../alerts/alert-history.ts';
import type { Projection } from '../engine/projection.ts';
import type { DomainState } from '../engine/read/history.ts';
import { type ReleaseRow, releaseOf } from './releases.ts';

export type DeployRow = OfRelease &
  Pick<Release, 'version'> & { readonly deploy: Deploy; readonly position: number };

/** By organization and time, the latest first; also those of releases that were deleted since. */
export const deploys: Projection<DeployRow, EventOf<'ReleaseDeployed'>> = {
  name: 'deploys',
  version: 1,
  types: new Set(['ReleaseDeployed']),
  keys: ({ data: { organizationId, deploy } }) => [
    `${organizationId}/${newestFirst(deploy.deployedAtMs)}/${deploy.deployId}`,
  ],
  project: (_, { data }, _key, { position }) => ({ ...data, position }),
};

export type DeploysAsked = {
  readonly organizationId: OrganizationId;
  readonly fromMs: number;
  readonly toMs: number;
  readonly limit: number;
};

/** Deployments of a range with their releases, the latest first, among so many of the latest; without those of releases that were deleted. */
export function deploysWithin(
  { organizationId, fromMs, toMs, limit }: DeploysAsked,
  state: Pick<DomainState, 'get' | 'list'>,
): readonly DeployOfRelease[] {
  const prefix = `${organizationId}/`;
  const after = `${prefix}${newestFirst(toMs)}0`;
  return state
    .list(deploys, { prefix, after, limit })
    .filter(({ row }) => row.deploy.deployedAtMs >= fromMs)
    .flatMap(({ row: { version, deploy, position } }) => {
      const release = releaseOf(organizationId, version, state);
      return release === undefined || release.position > position ? [] : [{ release, deploy }];
    });
}

export type DeployOfRelease = { readonly release: ReleaseRow; readonly deploy: Deploy };
