import type { BlobStore } from '../../../platform/blob-store/port.ts';
import { rejectionProblem } from '../../../platform/commands/rejection.ts';
import type { HttpRequest } from '../../../platform/http/handler.ts';
import type { DomainState } from '../../../projections/engine/read/history.ts';
import { sourceMapCounts } from '../../../projections/source-maps/source-map-counts.ts';
import { sourceMapKey, sourceMaps } from '../../../projections/source-maps/source-maps.ts';
import { sampleRecord } from '../../../schemas/samples/record.ts';
import { sourceMapBlob } from '../../../schemas/source-maps/blob-name.ts';
import { sourceMapContentId, sourceMapIdOf } from '../../../schemas/source-maps/ids.ts';
import type { OfSourceMap, SourceMap } from '../../../schemas/source-maps/source-map.ts';
import { topics } from '../../../schemas/topics.ts';
import { quotaExceeded } from '../quotas/open.ts';
import type { IngestShared } from '../shared.ts';
import { sourceMapLimits } from './config.ts';
import type { PlacedMap } from './placed-maps.ts';

export type StoreDependencies = Pick<IngestShared, 'projections' | 'topicLog' | 'quotas'> & {
  readonly blobStore: Pick<BlobStore, 'putIfAbsent'>;
};

/** A map of an organization, and its content as one zstd frame. */
export type MapToStore = { readonly map: OfSourceMap & SourceMap; readonly frame: Uint8Array };

type Sent = Pick<HttpRequest<'uploadSourceMap'>, 'key' | 'receivedAtMs' | 'signal'>;

export function mapToStore(
  { frame, ...placed }: PlacedMap,
  { key: { organizationId }, receivedAtMs }: Sent,
): MapToStore {
  const of = { organizationId, sourceMapId: sourceMapIdOf(organizationId, placed.debugId) };
  return { map: { ...of, ...placed, blob: sourceMapBlob(of, placed.hash, receivedAtMs) }, frame };
}

/**
 * Makes the contents of all maps durable, or none when there is no room for one of them: throws 409 at a limit of the organization,
 * and 402 when the plan has no room: bundler plugins print the sentence, and do not try again.
 */
export async function storeContents(
  maps: readonly MapToStore[],
  { key, receivedAtMs, signal }: Sent,
  { projections, blobStore, topicLog, quotas }: StoreDependencies,
): Promise<void> {
  expectRoom(maps, await projections.state({ signal }), { key, receivedAtMs });
  const records = maps.map(map => recordOf(map, receivedAtMs));
  const bytes = sum(maps, ({ frame }) => frame.length) + sum(records, ({ value }) => value.length);
  const reason = await quotas.store({ key, bytes, receivedAtMs }, async () => {
    const areNew = await inGroups(maps, ({ map, frame }) => blobStore.putIfAbsent(map.blob, frame));
    await topicLog.append(topics.samples, records);
    return areNew.includes(true);
  });
  if (reason !== undefined) throw quotaExceeded(402, reason);
}

/** Does it for a few maps at once, in their order. */
export async function inGroups<Each, Result>(
  each: readonly Each[],
  work: (each: Each) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  const { mapsAtOnce } = sourceMapLimits.zip;
  for (let from = 0; from < each.length; from += mapsAtOnce)
    results.push(...(await Promise.all(each.slice(from, from + mapsAtOnce).map(work))));
  return results;
}

/** Of the sample that counts a content for the month. */
const recordOf = ({ map, frame }: MapToStore, atMs: number) =>
  sampleRecord({
    kind: 'source_map',
    organizationId: map.organizationId,
    subject: map.sourceMapId,
    id: sourceMapContentId(map.sourceMapId, map.hash),
    atMs,
    outcome: 'passed',
    storedBytes: frame.length,
  });

function expectRoom(
  maps: readonly MapToStore[],
  state: DomainState,
  { key: { organizationId }, receivedAtMs }: Omit<Sent, 'signal'>,
): void {
  const former = maps.map(({ map }) =>
    state.get(sourceMaps, sourceMapKey(organizationId, map.sourceMapId)),
  );
  const { count = 0, bytes = 0 } = state.get(sourceMapCounts, organizationId) ?? {};
  const { mapsMax, mapsBytesMax } = sourceMapLimits;
  const newCount = former.filter(row => row === undefined).length;
  const moreBytes = sum(maps, ({ map }) => map.sizeBytes) - sum(former, row => row?.sizeBytes ?? 0);
  const isRoom = newCount === 0 || count + newCount <= mapsMax;
  if (isRoom && bytes + moreBytes <= mapsBytesMax) return;
  const most = isRoom ? `${mapsBytesMax} bytes of source maps` : `${mapsMax} source maps`;
  const message = `an organization has at most ${most}; delete those of an old release`;
  throw rejectionProblem({ reason: 'limit_reached', message }, receivedAtMs);
}

const sum = <Each>(each: readonly Each[], of: (each: Each) => number): number =>
  each.reduce((total, one) => total + of(one), 0);
