import type { BlobStore } from '../../../platform/blob-store/port.ts';
import { commandEndpoint } from '../../../platform/commands/endpoint.ts';
import { rejectionProblem } from '../../../platform/commands/rejection.ts';
import type { Handler } from '../../../platform/http/handler.ts';
import type { DomainState } from '../../../projections/engine/read/history.ts';
import { sourceMapCounts } from '../../../projections/source-maps/source-map-counts.ts';
import {
  sourceMapBody,
  sourceMapKey,
  sourceMaps,
} from '../../../projections/source-maps/source-maps.ts';
import { sourceMapBlob } from '../../../schemas/source-maps/blob-name.ts';
import { sourceMapIdOf, sourceMapStream } from '../../../schemas/source-maps/ids.ts';
import type { OfSourceMap } from '../../../schemas/source-maps/source-map.ts';
import type { IngestShared } from '../shared.ts';
import { sourceMapLimits } from './config.ts';
import type { ReadSourceMap } from './uploads.ts';

type UploadDependencies = IngestShared & {
  readonly blobStore: Pick<BlobStore, 'putIfAbsent'>;
  readonly readUpload: ReadSourceMap;
};

/**
 * POST /api/sourcemaps. The content is durable before the command is sent, so a map that is there has its
 * content; a content without its map is harmless, and the sweep removes it.
 */
export const uploadSourceMap = (dependencies: UploadDependencies): Handler<'uploadSourceMap'> =>
  commandEndpoint(
    {
      route: 'uploadSourceMap',
      prepare: async ({ key: { organizationId }, body, receivedAtMs, signal }) => {
        const { frame, ...upload } = await dependencies.readUpload(body, {
          owner: organizationId,
          signal,
        });
        const of = { organizationId, sourceMapId: sourceMapIdOf(organizationId, upload.debugId) };
        const blob = sourceMapBlob(of, upload.hash, receivedAtMs);
        return { map: { ...of, ...upload, blob }, frame };
      },
      hashed: (_, { map: { debugId, release, filename, hash } }) => [
        debugId,
        release,
        filename,
        hash,
      ],
      stream: ({ found: { map } }) => sourceMapStream(map.sourceMapId),
      payload: async ({ found: { map, frame }, request: { receivedAtMs, signal } }) => {
        const state = await dependencies.projections.state({ signal });
        expectRoomForMap(map, state, receivedAtMs);
        await dependencies.blobStore.putIfAbsent(map.blob, frame);
        return { type: 'UploadSourceMap', data: map };
      },
      respond: async (outcome, { found: { map }, request: { signal } }) => {
        const state = await dependencies.projections.state({ signal });
        const row = state.get(sourceMaps, sourceMapKey(map.organizationId, map.sourceMapId));
        const isNew = outcome.type === 'SourceMapUploaded' && outcome.data.replaces === undefined;
        const createdAtMs = row?.createdAtMs ?? outcome.atMs;
        return { status: isNew ? 201 : 200, body: sourceMapBody({ ...map, createdAtMs }) };
      },
    },
    dependencies,
  );

function expectRoomForMap(
  { organizationId, sourceMapId }: OfSourceMap,
  state: DomainState,
  nowMs: number,
): void {
  if (state.get(sourceMaps, sourceMapKey(organizationId, sourceMapId)) !== undefined) return;
  const { mapsMax } = sourceMapLimits;
  if ((state.get(sourceMapCounts, organizationId)?.count ?? 0) < mapsMax) return;
  const message = `an organization has at most ${mapsMax} source maps; delete those of an old release`;
  throw rejectionProblem({ reason: 'limit_reached', message }, nowMs);
}
