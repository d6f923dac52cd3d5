import type { BlobStore } from '../../../platform/blob-store/port.ts';
import { commandEndpoint } from '../../../platform/commands/endpoint.ts';
import { rejectionProblem } from '../../../platform/commands/rejection.ts';
import type { Handler, HttpRequest } from '../../../platform/http/handler.ts';
import type { DomainState } from '../../../projections/engine/read/history.ts';
import { sourceMapCounts } from '../../../projections/source-maps/source-map-counts.ts';
import {
  sourceMapBody,
  sourceMapKey,
  sourceMaps,
} from '../../../projections/source-maps/source-maps.ts';
import { sampleRecord } from '../../../schemas/samples/record.ts';
import { sourceMapBlob } from '../../../schemas/source-maps/blob-name.ts';
import {
  sourceMapContentId,
  sourceMapIdOf,
  sourceMapStream,
} from '../../../schemas/source-maps/ids.ts';
import type { OfSourceMap, SourceMap } from '../../../schemas/source-maps/source-map.ts';
import { topics } from '../../../schemas/topics.ts';
import { quotaExceeded } from '../quotas/open.ts';
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
      payload: async ({ found: { map, frame }, request: { key, receivedAtMs, signal } }) => {
        const state = await dependencies.projections.state({ signal });
        expectRoomForMap(map, state, receivedAtMs);
        await storeContent({ map, frame, key, receivedAtMs }, dependencies);
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

type Content = Pick<HttpRequest<'uploadSourceMap'>, 'key' | 'receivedAtMs'> & {
  readonly map: OfSourceMap & { readonly hash: string; readonly blob: string };
  readonly frame: Uint8Array;
};

/** Throws 402 when the plan has no room: bundler plugins print the sentence, and do not try again. */
async function storeContent(
  { map, frame, key, receivedAtMs }: Content,
  { blobStore, topicLog, quotas }: UploadDependencies,
): Promise<void> {
  const { organizationId, sourceMapId: subject, hash, blob } = map;
  const record = sampleRecord({
    kind: 'source_map',
    organizationId,
    subject,
    id: sourceMapContentId(subject, hash),
    atMs: receivedAtMs,
    outcome: 'passed',
    storedBytes: frame.length,
  });
  const amount = { key, bytes: frame.length + record.value.length, receivedAtMs };
  const reason = await quotas.store(amount, async () => {
    const isNew = await blobStore.putIfAbsent(blob, frame);
    await topicLog.append(topics.samples, [record]);
    return isNew;
  });
  if (reason !== undefined) throw quotaExceeded(402, reason);
}

function expectRoomForMap(
  { organizationId, sourceMapId, sizeBytes }: OfSourceMap & Pick<SourceMap, 'sizeBytes'>,
  state: DomainState,
  nowMs: number,
): void {
  const before = state.get(sourceMaps, sourceMapKey(organizationId, sourceMapId));
  const { count = 0, bytes = 0 } = state.get(sourceMapCounts, organizationId) ?? {};
  const { mapsMax, mapsBytesMax } = sourceMapLimits;
  const isRoom = before !== undefined || count < mapsMax;
  if (isRoom && bytes - (before?.sizeBytes ?? 0) + sizeBytes <= mapsBytesMax) return;
  const most = isRoom ? `${mapsBytesMax} bytes of source maps` : `${mapsMax} source maps`;
  const message = `an organization has at most ${most}; delete those of an old release`;
  throw rejectionProblem({ reason: 'limit_reached', message }, nowMs);
}
