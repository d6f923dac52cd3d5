import { notFound } from '../../platform/http/problem.ts';
import type { Row } from '../../platform/read-store/port.ts';
import type { DomainState } from '../../projections/engine/read/history.ts';
import { type Resource, rowOf } from '../../projections/engine/resource.ts';
import type { OrganizationId } from '../../schemas/ids.ts';

/** The row of an id in a path, in any case. Throws 404 when the organization has none of this id. */
export function expectRow<R extends Row, Id extends string>(
  resource: Resource<R, Id>,
  organizationId: OrganizationId,
  id: string,
  state: Pick<DomainState, 'get'>,
): R {
  const row = rowOf(resource, organizationId, resource.id(id.toLowerCase()), state);
  if (row === undefined) throw notFound(`there is no ${resource.name} ${id}`);
  return row;
}

/** All rows of an organization, for `listOf` and `rowsOf`. */
export const rowsIn = <R extends Row, Id extends string>(
  { projection, key }: Pick<Resource<R, Id>, 'projection' | 'key'>,
  organizationId: OrganizationId,
) => ({ projection, prefix: key(organizationId, '') });
