import type { Row } from '../../platform/read-store/port.ts';
import type { OrganizationId } from '../../schemas/ids.ts';
import type { Resource } from '../engine/resource.ts';
import type { Projections } from '../engine/run.ts';
import { type VersionRow, versionKey, versions } from './versions.ts';

type At = Pick<Projections, 'get'>;

type Named<R extends Row, Id extends string> = {
  readonly resource: Resource<R, Id>;
  readonly organizationId: OrganizationId;
  readonly id: Id;
};

/** The latest version, or the latest up to a position; undefined: there was none. */
const versionAt = <R extends Row, Id extends string>(
  { resource, organizationId, id }: Named<R, Id>,
  { get }: At,
  at?: number,
): VersionRow | undefined => get(versions, versionKey(organizationId, resource.stream(id)), at);

export const latestVersion = <R extends Row, Id extends string>(
  named: Named<R, Id>,
  projections: At,
): VersionRow | undefined => versionAt(named, projections);

/** The versions of a resource, the newest first. */
export function* versionsBefore<R extends Row, Id extends string>(
  named: Named<R, Id>,
  /** Only versions whose positions are lower. */
  before: number,
  projections: At,
): Iterable<VersionRow> {
  let row = versionAt(named, projections, before - 1);
  while (row !== undefined) {
    yield row;
    row = versionAt(named, projections, row.position - 1);
  }
}

/** A version by its number, found in as many reads as the position has binary digits. */
export function versionOf<R extends Row, Id extends string>(
  named: Named<R, Id>,
  version: number,
  projections: At,
): VersionRow | undefined {
  const latest = versionAt(named, projections);
  if (latest === undefined || version > latest.version) return undefined;
  let low = 0;
  let high = latest.position;
  while (low < high) {
    const middle = low + Math.floor((high - low) / 2);
    const found = versionAt(named, projections, middle);
    if (found !== undefined && found.version >= version) high = found.position;
    else low = middle + 1;
  }
  return versionAt(named, projections, high);
}

/** The resource as it was in a version; one that was deleted, as it was before. Undefined: it is not kept any more. */
export const rowOfVersion = <R extends Row, Id extends string>(
  { resource: { projection, key }, organizationId, id }: Named<R, Id>,
  { position }: VersionRow,
  { get }: At,
): R | undefined =>
  get(projection, key(organizationId, id), position) ??
  get(projection, key(organizationId, id), position - 1);
