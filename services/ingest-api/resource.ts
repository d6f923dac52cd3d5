import { rejectionProblem } from '../../platform/commands/rejection.ts';
import { notFound } from '../../platform/http/problem.ts';
import type { Row } from '../../platform/read-store/port.ts';
import type { DomainState } from '../../projections/engine/read/history.ts';
import {
  type Kept,
  type Limited,
  type Resource,
  rowOf,
} from '../../projections/engine/resource.ts';
import type { CommandPayload } from '../../schemas/features.ts';
import type { OrganizationId } from '../../schemas/ids.ts';
import { isUuid } from '../../schemas/uuid.ts';
import type { IngestShared } from './shared.ts';

type Named<Id extends string> = Pick<Resource<Row, Id>, 'name' | 'id'>;
type Streamed<Id extends string> = Named<Id> & Pick<Resource<Row, Id>, 'stream'>;

/** The id in a path, in lower case. One that cannot be an id of ours names nothing, and no stream: 404. */
export function idIn<Id extends string>(
  { name, id: idOf }: Named<Id>,
  { id }: { readonly id: string },
): Id {
  const text = id.toLowerCase();
  if (isUuid(text)) return idOf(text);
  throw unknown(name, id);
}

const unknown = (name: string, id: string) => notFound(`there is no ${name} ${id}`);

/** Of an endpoint with the id of a resource in its path: whose command it is. */
export const inPath = <Id extends string>(resource: Streamed<Id>) => ({
  prepare: async ({ params }: { readonly params: { readonly id: string } }): Promise<Id> =>
    idIn(resource, params),
  stream: ({ found }: { readonly found: Id }) => resource.stream(found),
});

/** Throws 404 when the organization has none of this id. */
export function expectRow<R extends Row, Id extends string>(
  resource: Kept<R, Id> & Pick<Resource, 'name'>,
  organizationId: OrganizationId,
  id: Id,
  state: Pick<DomainState, 'get'>,
): R {
  const row = rowOf(resource, organizationId, id, state);
  if (row === undefined) throw unknown(resource.name, id);
  return row;
}

export type Asking = {
  readonly key: { readonly organizationId: OrganizationId };
  readonly signal: AbortSignal;
};

/** The row with the state that it is of, which includes all that was acknowledged. */
export async function readRow<R extends Row, Id extends string>(
  resource: Kept<R, Id> & Pick<Resource, 'name'>,
  id: Id,
  { key, signal }: Asking,
  { projections }: Pick<IngestShared, 'projections'>,
): Promise<{ readonly row: R; readonly state: DomainState }> {
  const state = await projections.state({ signal });
  return { row: expectRow(resource, key.organizationId, id, state), state };
}

/** Throws 409 `limit_reached` when the organization has as many as it can. */
export function expectRoom(
  { name, projection, key, limit }: Pick<Resource, 'name' | 'projection' | 'key'> & Limited,
  organizationId: OrganizationId,
  state: Pick<DomainState, 'list'>,
  nowMs: number,
): void {
  const found = state.list(projection, { prefix: key(organizationId, ''), limit });
  if (found.length < limit) return;
  const message = `an organization has at most ${limit} ${name}s; delete one that is not needed`;
  throw rejectionProblem({ reason: 'limit_reached', message }, nowMs);
}

/** Of an endpoint whose command needs no more than the id: it responds with that. */
export const deletion = <Id extends string>(
  resource: Streamed<Id>,
  command: (id: Id) => CommandPayload,
) => ({
  ...inPath(resource),
  payload: async ({ found }: { readonly found: Id }) => command(found),
  respond: (_: unknown, { found: id }: { readonly found: Id }) => ({
    status: 200,
    body: { success: true as const, id },
  }),
});
