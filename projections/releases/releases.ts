import type { EventOf } from '../../schemas/events/event.ts';
import type { OrganizationId } from '../../schemas/ids.ts';
import type { ReleaseEvent } from '../../schemas/releases/events.ts';
import { type ReleaseId, releaseIdOf } from '../../schemas/releases/ids.ts';
import {
  type Deploy,
  type OfRelease,
  type Release,
  versionCharactersMax,
} from '../../schemas/releases/release.ts';
import type { Projection } from '../engine/projection.ts';
import type { DomainState } from '../engine/read/history.ts';

export type ReleaseRow = OfRelease & {
  readonly release: Release;
  readonly createdAtMs: number;
  readonly changedAtMs: number;
  /** Of its first event: deployments before it are of a release of this version that was deleted. */
  readonly position: number;
  readonly deployCount: number;
  /** Those of the latest that are kept, the latest first. */
  readonly deploys: readonly Deploy[];
};

/** Deployments that a row shows. */
const deploysKept = 50;

export const releaseKey = (organizationId: OrganizationId, id: ReleaseId | ''): string =>
  `${organizationId}/${id}`;

/** By organization and release; without those that were deleted. */
export const releases: Projection<ReleaseRow, EventOf<ReleaseEvent['type']>> = {
  name: 'releases',
  version: 1,
  types: new Set(['ReleaseCreated', 'ReleaseChanged', 'ReleaseDeployed', 'ReleaseDeleted']),
  keys: ({ data }) => [releaseKey(data.organizationId, data.releaseId)],
  project: (row, event, _key, { position }) => {
    switch (event.type) {
      case 'ReleaseCreated':
        return releaseRow(event, position);
      case 'ReleaseChanged':
        return row && changedRow(row, event);
      case 'ReleaseDeployed':
        return row && deployedRow(row, event);
      case 'ReleaseDeleted':
        return undefined;
    }
  },
};

/** The row of a release that begins. */
export function releaseRow(
  { data, atMs }: Pick<EventOf<'ReleaseCreated'>, 'data' | 'atMs'>,
  position: number,
): ReleaseRow {
  const { releaseId, organizationId, ...release } = data;
  const times = { createdAtMs: atMs, changedAtMs: atMs };
  return { releaseId, organizationId, release, ...times, position, deployCount: 0, deploys: [] };
}

export function changedRow(
  row: ReleaseRow,
  { data, atMs }: Pick<EventOf<'ReleaseChanged'>, 'data' | 'atMs'>,
): ReleaseRow {
  const { releaseId: _, organizationId: _of, ...release } = data;
  return { ...row, release, changedAtMs: atMs };
}

function deployedRow(
  row: ReleaseRow,
  { data: { deploy }, atMs }: Pick<EventOf<'ReleaseDeployed'>, 'data' | 'atMs'>,
): ReleaseRow {
  const deploys = [deploy, ...row.deploys]
    .toSorted((left, right) => right.deployedAtMs - left.deployedAtMs)
    .slice(0, deploysKept);
  return { ...row, deploys, deployCount: row.deployCount + 1, changedAtMs: atMs };
}

/** The release of a version; undefined: there is none. */
export const releaseOf = (
  organizationId: OrganizationId,
  version: string,
  state: Pick<DomainState, 'get'>,
): ReleaseRow | undefined =>
  state.get(releases, releaseKey(organizationId, releaseIdOf(organizationId, version)));

export const noSuchRelease = (version: string): string =>
  `there is no release '${version.slice(0, versionCharactersMax)}'`;
