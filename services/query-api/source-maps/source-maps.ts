import { textsMeant } from '../../../domain/texts-meant.ts';
import { asOfMs } from '../../../platform/http/as-of.ts';
import type { Handler } from '../../../platform/http/handler.ts';
import { notFound } from '../../../platform/http/problem.ts';
import {
  sourceMaps as rows,
  sourceMapBody,
  sourceMapKey,
} from '../../../projections/source-maps/source-maps.ts';
import type { ResponseOf } from '../../../schemas/http/routes.ts';
import { sourceMapId } from '../../../schemas/source-maps/ids.ts';
import { listOf } from '../bounds/list.ts';
import { bodyOf } from '../bounds/written.ts';
import type { QueryShared } from '../shared.ts';

type SourceMapReads = Pick<QueryShared, 'projections'>;

/** More than an organization may have. */
const mapsReadMax = 20_000;

/** GET /api/sourcemaps: the newest first. */
export const listSourceMaps =
  ({ projections }: SourceMapReads): Handler<'listSourceMaps'> =>
  async ({ key, query, querystring, signal, ...request }) => {
    const state = await projections.state({ asOfMs: asOfMs({ query, ...request }), signal });
    const { release, debug_id: debugId } = query;
    const releases = release === undefined ? [] : textsMeant(querystring, 'release', release);
    const { items, ...list } = await listOf({
      organizationId: key.organizationId,
      signal,
      state,
      query,
      projection: rows,
      prefix: sourceMapKey(key.organizationId, ''),
      max: mapsReadMax,
      passes: row =>
        (release === undefined || releases.some(each => each === row.release)) &&
        (debugId === undefined || row.debugId === debugId),
      order: row => -row.createdAtMs,
      change: sourceMapBody,
    });
    const body = { source_maps: items, total: list.total, next_cursor: list.next };
    return { status: 200, body: bodyOf<ResponseOf<'listSourceMaps'>>(body) };
  };

/** GET /api/sourcemaps/:id */
export const getSourceMap =
  ({ projections }: SourceMapReads): Handler<'getSourceMap'> =>
  async ({ key, params: { id }, signal, ...request }) => {
    const state = await projections.state({ asOfMs: asOfMs(request), signal });
    const row = state.get(rows, sourceMapKey(key.organizationId, sourceMapId(id.toLowerCase())));
    if (row === undefined) throw notFound(`there is no source map ${id}`);
    return { status: 200, body: sourceMapBody(row) };
  };
