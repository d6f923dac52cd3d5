import { asOfMs } from '../../../platform/http/as-of.ts';
import { notFound } from '../../../platform/http/problem.ts';
import type { Row } from '../../../platform/read-store/port.ts';
import type { Resource } from '../../../projections/engine/resource.ts';
import { rowOfVersion, versionsBefore } from '../../../projections/versions/versioned.ts';
import { type VersionRow, versionKey, versions } from '../../../projections/versions/versions.ts';
import type { OrganizationId } from '../../../schemas/ids.ts';
import { isUuid } from '../../../schemas/uuid.ts';
import { fromCursor, toCursor } from '../audit/cursor.ts';
import { actorOf } from '../audit/names.ts';
import { inLane, turnOf } from '../bounds/in-turns.ts';
import { bodyOf, writeItems } from '../bounds/written.ts';
import { limits } from '../config.ts';
import type { QueryShared } from '../shared.ts';

type Asking = {
  readonly key: { readonly organizationId: OrganizationId };
  readonly params: { readonly id: string };
  readonly query: {
    readonly as_of?: number | undefined;
    readonly limit: number;
    readonly cursor?: string | undefined;
  };
  readonly receivedAtMs: number;
  readonly signal: AbortSignal;
};

/** Handlers of `GET …/:id/versions`: the newest first, each with its settings, also those of a resource that was deleted. */
export const openVersions =
  ({ projections }: Pick<QueryShared, 'projections'>) =>
  <R extends Row, Id extends string>(
    resource: Resource<R, Id>,
    settingsOf: (row: R) => object | Promise<object>,
  ) =>
  async ({ key: { organizationId }, params, query, signal, ...request }: Asking) => {
    const state = await projections.state({ asOfMs: asOfMs({ query, ...request }), signal });
    const id = resource.id(params.id.toLowerCase());
    const named = { resource, organizationId, id };
    const key = versionKey(organizationId, resource.stream(id));
    const latest = isUuid(id) ? state.get(versions, key) : undefined;
    if (latest === undefined || rowOfVersion(named, latest, projections) === undefined)
      throw notFound(`there is no ${resource.name} ${params.id}`);
    const turn = turnOf(organizationId, signal);
    const options = { turn, bytesMax: limits.listBytesMax, limit: query.limit };
    const { last, isCut, ...list } = await inLane(organizationId, signal, () =>
      writeItems(
        versionsBefore(named, placeOf(query.cursor, latest), projections),
        async row => bodyOfVersion(row, rowOfVersion(named, row, projections), settingsOf),
        options,
      ),
    );
    const next_cursor = isCut && last !== undefined ? toCursor(last.position) : null;
    return { status: 200, body: bodyOf({ versions: list, total: latest.version, next_cursor }) };
  };

/** A cursor of another time names a place all the same. */
function placeOf(cursor: string | undefined, { position }: VersionRow): number {
  const end = position + 1;
  return cursor === undefined ? end : Math.min(fromCursor(cursor), end);
}

/** Undefined: its settings are not kept any more. */
async function bodyOfVersion<R extends Row>(
  { version, change, restoredFrom, atMs, actor }: VersionRow,
  was: R | undefined,
  settingsOf: (row: R) => object | Promise<object>,
): Promise<object | undefined> {
  return (
    was && {
      version,
      change,
      restored_from: restoredFrom ?? null,
      changed_at: new Date(atMs).toISOString(),
      changed_by: actorOf(actor),
      settings: await settingsOf(was),
    }
  );
}
