import { retryUntilDone } from '../../../platform/async/retry-until-done.ts';
import {
  type Accepted,
  type Commanding,
  commandEndpoint,
  executeBeside,
} from '../../../platform/commands/endpoint.ts';
import { recordedRejection } from '../../../platform/commands/rejection.ts';
import type { Handler, HttpRequest } from '../../../platform/http/handler.ts';
import { uuidV5 } from '../../../platform/uuid.ts';
import {
  sourceMapBody,
  sourceMapKey,
  sourceMaps,
} from '../../../projections/source-maps/source-maps.ts';
import type { ResponseOf } from '../../../schemas/http/routes.ts';
import { commandId } from '../../../schemas/ids.ts';
import type { UploadSourceMap } from '../../../schemas/source-maps/commands.ts';
import { sourceMapStream } from '../../../schemas/source-maps/ids.ts';
import type { SourceMap } from '../../../schemas/source-maps/source-map.ts';
import type { IngestShared } from '../shared.ts';
import { releaseOfQuery } from './release-of-query.ts';
import {
  inGroups,
  type MapToStore,
  mapToStore,
  type StoreDependencies,
  storeContents,
} from './store-contents.ts';
import type { ReadSourceMaps } from './uploads.ts';

type UploadDependencies = IngestShared &
  StoreDependencies & { readonly readUpload: ReadSourceMaps };

/**
 * POST /api/sourcemaps. The content is durable before the command is sent, so a map that is there has its content; a content
 * without its map is harmless, and the sweep removes it. Each map of a zip has a command of its own, after the contents of all:
 * what a crash leaves of a zip, the same request again stores.
 */
export const uploadSourceMap = (dependencies: UploadDependencies): Handler<'uploadSourceMap'> =>
  commandEndpoint(
    {
      route: 'uploadSourceMap',
      prepare: request => prepareUpload(request, dependencies),
      hashed: (_, { first, more, ignoredCount }) =>
        ignoredCount === undefined ? partsOf(first) : [first, ...more].map(partsOf),
      stream: ({ found: { first } }) => sourceMapStream(first.map.sourceMapId),
      payload: ({ found: { first, storeAll } }) => storedMap(first, storeAll),
      respond: async (outcome, commanding) => {
        const { first, more } = commanding.found;
        const others = await inGroups(more, each => uploadAfter(each, commanding, dependencies));
        return respondWith([{ ...first, outcome }, ...others], commanding, dependencies);
      },
    },
    dependencies,
  );

/** The maps of a request; `more` is empty unless it is a zip. */
type Found = {
  readonly first: MapToStore;
  readonly more: readonly MapToStore[];
  readonly ignoredCount: number | undefined;
  /** Once for all of them, and only where one has no outcome yet. */
  readonly storeAll: () => Promise<void>;
};

type Uploading = Commanding<'uploadSourceMap', Found>;

async function prepareUpload(
  request: HttpRequest<'uploadSourceMap'>,
  dependencies: UploadDependencies,
): Promise<Found> {
  const { body, key, signal } = request;
  const asking = { owner: key.organizationId, signal };
  const { maps, ignoredCount } = await dependencies.readUpload(body, asking);
  const release = releaseOfQuery(request);
  const [first, ...more] = maps.map(map => mapToStore({ ...release, ...map }, request));
  if (first === undefined) throw new Error('expected an upload with a source map');
  const storeAll = retryUntilDone(() => storeContents([first, ...more], request, dependencies));
  return { first, more, ignoredCount, storeAll };
}

const partsOf = ({ map: { debugId, release, filename, hash } }: { readonly map: SourceMap }) => [
  debugId,
  release,
  filename,
  hash,
];

async function storedMap(
  { map }: MapToStore,
  storeAll: Found['storeAll'],
): Promise<UploadSourceMap> {
  await storeAll();
  return { type: 'UploadSourceMap', data: map };
}

type Uploaded = MapToStore & { readonly outcome: Accepted };

/** Under an id that follows from that of the first, so that a repetition of the zip repeats it. */
async function uploadAfter(
  each: MapToStore,
  { request, id, found: { storeAll } }: Uploading,
  dependencies: UploadDependencies,
): Promise<Uploaded> {
  const { sourceMapId } = each.map;
  const outcome = await executeBeside(
    request,
    {
      id: commandId(uuidV5(id, sourceMapId)),
      stream: sourceMapStream(sourceMapId),
      hashed: partsOf(each),
      wish: () => storedMap(each, storeAll),
    },
    dependencies,
  );
  if (outcome.type === 'CommandRejected')
    throw recordedRejection(outcome.data, request.receivedAtMs);
  return { ...each, outcome };
}

async function respondWith(
  uploaded: readonly [Uploaded, ...Uploaded[]],
  { request: { signal }, found: { ignoredCount } }: Uploading,
  { projections }: UploadDependencies,
): Promise<{ readonly status: number; readonly body: ResponseOf<'uploadSourceMap'> }> {
  const state = await projections.state({ signal });
  const bodyOf = ({ map, outcome }: Uploaded) => {
    const row = state.get(sourceMaps, sourceMapKey(map.organizationId, map.sourceMapId));
    return sourceMapBody({ ...map, createdAtMs: row?.createdAtMs ?? outcome.atMs });
  };
  const createdCount = uploaded.filter(({ outcome }) => isNew(outcome)).length;
  const status = createdCount > 0 ? 201 : 200;
  if (ignoredCount === undefined) return { status, body: bodyOf(uploaded[0]) };
  const counts = { created_count: createdCount, ignored_count: ignoredCount };
  return { status, body: { source_maps: uploaded.map(bodyOf), ...counts } };
}

const isNew = (outcome: Accepted): boolean =>
  outcome.type === 'SourceMapUploaded' && outcome.data.replaces === undefined;
