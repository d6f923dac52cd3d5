import { asOfMs } from '../../../platform/http/as-of.ts';
import type { Handler } from '../../../platform/http/handler.ts';
import { notFound } from '../../../platform/http/problem.ts';
import {
  sourceMaps as rows,
  sourceMapBody,
  sourceMapKey,
} from '../../../projections/source-maps/source-maps.ts';
import { sourceMapId } from '../../../schemas/source-maps/ids.ts';
import { allOf, rowsOf } from '../alerts/rows.ts';
import type { QueryShared } from '../shared.ts';

type SourceMapReads = Pick<QueryShared, 'projections'>;

/** More than an organization may have. */
const mapsReadMax = 20_000;

/** GET /api/sourcemaps: the newest first. */
export const listSourceMaps =
  ({ projections }: SourceMapReads): Handler<'listSourceMaps'> =>
  async ({ key, query, signal, ...request }) => {
    const state = await projections.state({ asOfMs: asOfMs({ query, ...request }), signal });
    const places = { prefix: sourceMapKey(key.organizationId, ''), max: mapsReadMax };
    const { release, debug_id: debugId, limit, offset } = query;
    const found = (await allOf(rowsOf(state, rows, places)))
      .filter(row => release === undefined || row.release === release)
      .filter(row => debugId === undefined || row.debugId === debugId)
      .sort((left, right) => right.createdAtMs - left.createdAtMs);
    const maps = found.slice(offset, offset + limit).map(sourceMapBody);
    return { status: 200, body: { source_maps: maps, total: found.length } };
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
