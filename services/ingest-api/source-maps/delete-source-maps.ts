import { textsMeant } from '../../../domain/texts-meant.ts';
import { executeBeside } from '../../../platform/commands/endpoint.ts';
import { commandIdFor } from '../../../platform/commands/execute.ts';
import type { Handler, HttpRequest } from '../../../platform/http/handler.ts';
import { invalidRequest } from '../../../platform/http/problem.ts';
import type { DomainState } from '../../../projections/engine/read/history.ts';
import {
  releasedSourceMaps,
  releasePrefix,
} from '../../../projections/source-maps/released-source-maps.ts';
import { sourceMapKey, sourceMaps } from '../../../projections/source-maps/source-maps.ts';
import type { OrganizationId } from '../../../schemas/ids.ts';
import {
  type SourceMapId,
  sourceMapIdOf,
  sourceMapStream,
} from '../../../schemas/source-maps/ids.ts';
import type { IngestShared } from '../shared.ts';
import { sourceMapLimits } from './config.ts';

type Request = HttpRequest<'deleteSourceMaps'>;

/**
 * DELETE /api/sourcemaps: a command for each map. What a crash leaves of a release, the same request again
 * deletes; the count is of what this request deleted.
 */
export const deleteSourceMaps =
  (dependencies: IngestShared): Handler<'deleteSourceMaps'> =>
  async request => {
    const { query, key, signal } = request;
    if (query.release === undefined && query.debug_id === undefined)
      throw invalidRequest('name the maps to be deleted: release or debug_id in the query');
    const state = await dependencies.projections.state({ signal });
    const { release, ids } = namedMaps(key.organizationId, request, state);
    let deleted = 0;
    for (let from = 0; from < ids.length; from += sourceMapLimits.deletionsAtOnce) {
      const some = ids.slice(from, from + sourceMapLimits.deletionsAtOnce);
      const ended = await Promise.all(some.map(id => deleteOne(id, request, dependencies)));
      deleted += ended.filter(isDeleted => isDeleted).length;
    }
    return { status: 200, body: { deleted_count: deleted, release: release ?? null } };
  };

type Named = { readonly release: string | undefined; readonly ids: readonly SourceMapId[] };

/** The maps of the first release that has some, of those that the query may mean. */
function namedMaps(
  organizationId: OrganizationId,
  { query, querystring }: Pick<Request, 'query' | 'querystring'>,
  state: DomainState,
): Named {
  const { release: read, debug_id: debugId } = query;
  const releases = read === undefined ? [undefined] : textsMeant(querystring, 'release', read);
  const found = releases.map(release => ({
    release,
    ids:
      debugId === undefined
        ? mapsOfRelease(organizationId, release, state)
        : mapOfId(organizationId, { debugId, release }, state),
  }));
  return found.find(({ ids }) => ids.length > 0) ?? found[0] ?? { release: read, ids: [] };
}

function mapOfId(
  organizationId: OrganizationId,
  { debugId, release }: { readonly debugId: string; readonly release: string | undefined },
  state: DomainState,
): readonly SourceMapId[] {
  const id = sourceMapIdOf(organizationId, debugId);
  const row = state.get(sourceMaps, sourceMapKey(organizationId, id));
  const isNamed = row !== undefined && (release === undefined || release === row.release);
  return isNamed ? [id] : [];
}

function mapsOfRelease(
  organizationId: OrganizationId,
  release: string | undefined,
  state: DomainState,
): readonly SourceMapId[] {
  if (release === undefined) return [];
  const prefix = releasePrefix(organizationId, release);
  const limit = sourceMapLimits.pageRows;
  const ids: SourceMapId[] = [];
  for (let after: string | undefined; ; ) {
    const page = state.list(releasedSourceMaps, { prefix, limit, ...(after && { after }) });
    ids.push(...page.map(({ row }) => row.sourceMapId));
    if (page.length < limit) return ids;
    after = page.at(-1)?.key;
  }
}

/** Whether this request deleted it, and not another one at the same time. */
async function deleteOne(
  id: SourceMapId,
  request: Request,
  dependencies: IngestShared,
): Promise<boolean> {
  const data = { sourceMapId: id };
  const outcome = await executeBeside(
    request,
    {
      id: commandIdFor(request.key.organizationId, 'deleteSourceMaps'),
      stream: sourceMapStream(id),
      hashed: data,
      wish: async () => ({ type: 'DeleteSourceMap', data }),
    },
    dependencies,
  );
  return outcome.type === 'SourceMapDeleted';
}
