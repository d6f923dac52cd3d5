import type {
  LogRecord,
  NewRecord,
  PartitionLag,
  TopicLog,
} from '../../platform/topic-log/port.ts';
import {
  organizationsWithParked,
  type ParkedRequest,
  type ParkingOrganization,
  readParked,
} from '../../projections/billing/parked.ts';
import { subscriptions } from '../../projections/billing/subscriptions.ts';
import { monthOf } from '../../schemas/billing/month.ts';
import { parkedMs } from '../../schemas/billing/parking.ts';
import type { OrganizationId } from '../../schemas/ids.ts';
import { bodyName } from '../../schemas/retention.ts';
import { telemetryHeaders, warehouseConsumers } from '../../schemas/topics.ts';
import { limits } from './config.ts';
import type { MeteringDependencies } from './dependencies.ts';
import { recordParking } from './parking.ts';

/** Lets parked requests count of organizations that have quota again; says whether to look again at once. */
export type ReplayPass = (signal: AbortSignal) => Promise<boolean>;

export type ReplayDependencies = Pick<
  MeteringDependencies,
  'topicLog' | 'warehouse' | 'clock' | 'owns' | 'configuration' | 'blobStore'
> & { readonly projections: Pick<MeteringDependencies['projections'], 'get'> };

/** The offset behind the last record that must be processed before anybody looks again, by topic and partition. */
type Ends = ReadonlyMap<string, number>;

/**
 * Each parked request is appended once more, as received now, and counts by that record. Nothing remembers which were: a
 * request is parked until it has its row among those that count, and the next look comes only when everything on the topics
 * at the end of the one before is processed. The first look waits as well, for what another monitor appended. Of two monitors
 * that act at once, the processor takes the second copy for a repeat, as it does with every request.
 */
export function createReplayPass(dependencies: ReplayDependencies): ReplayPass {
  const { topicLog, warehouse, clock } = dependencies;
  let awaited: Ends | undefined;
  return async signal => {
    const lags = await readLags(topicLog);
    awaited ??= endsOf(lags);
    if (!areProcessed(lags, awaited)) return true;
    const nowMs = clock();
    const options = { signal, maxExecutionMs: limits.queryMsMax };
    const sinceMs = nowMs - parkedMs(dependencies.configuration.retention);
    const range = { fromMs: nowMs - limits.parked.lookBackMs, sinceMs };
    const parking = await organizationsWithParked(range, warehouse, options);
    const own = parking.filter(({ organization }) => dependencies.owns(organization));
    await recordParking(own, sinceMs, dependencies, signal);
    const due = own.filter(each => mayCount(each, nowMs, dependencies));
    // Also when it fails halfway: what was appended by then must have its rows before the next look.
    awaited = undefined;
    let found = 0;
    for (const { organization } of due)
      found += await replayAll({ organization, sinceMs, nowMs }, dependencies, signal);
    return found > 0;
  };
}

type Due = {
  readonly organization: OrganizationId;
  readonly sinceMs: number;
  readonly nowMs: number;
};

async function replayAll(
  { organization, sinceMs, nowMs }: Due,
  dependencies: ReplayDependencies,
  signal: AbortSignal,
): Promise<number> {
  const { requestsMax, bytesMax } = limits.parked;
  const options = { signal, maxExecutionMs: limits.queryMsMax };
  const asked = { organization, sinceMs, requestsMax };
  const parked = await readParked(asked, dependencies.warehouse, options);
  for (const request of upToBytes(parked, bytesMax)) await replay(request, nowMs, dependencies);
  return parked.length;
}

function mayCount(
  { organization, atMost }: ParkingOrganization,
  nowMs: number,
  { projections }: ReplayDependencies,
): boolean {
  if (atMost.requests === 0) return false;
  const row = projections.get(subscriptions, organization);
  if (row === undefined) return false;
  const { reached } = row;
  return reached?.level !== 'exceeded' || reached.month !== monthOf(nowMs);
}

/** At least one, so that a long request is not in the way for ever. */
function upToBytes(requests: readonly ParkedRequest[], bytesMax: number): readonly ParkedRequest[] {
  let bytes = 0;
  const end = requests.findIndex((request, index) => {
    bytes += request.bytes;
    return index > 0 && bytes > bytesMax;
  });
  return end === -1 ? requests : requests.slice(0, end);
}

/** What the log does not have any more is over. */
async function replay(
  { topic, partition, offset }: ParkedRequest,
  nowMs: number,
  { topicLog, blobStore }: ReplayDependencies,
): Promise<void> {
  const one = { recordsMax: 1, bytesMax: 1 };
  const [record] = await topicLog.read(topic, { partition, offset }, one);
  if (record?.offset !== offset) return;
  const counting = countingRecord(record, nowMs);
  await topicLog.append(topic, [await withBody(counting, nowMs, blobStore)]);
}

/** A body in the blob store goes with the day in its name: the record that counts has one of its own day. */
async function withBody(
  record: NewRecord,
  nowMs: number,
  blobStore: ReplayDependencies['blobStore'],
): Promise<NewRecord> {
  const claim = record.headers[telemetryHeaders.claim];
  if (claim === undefined) return record;
  const body = await blobStore.get(claim);
  if (body === undefined) return record;
  const name = bodyName(claim.slice(claim.lastIndexOf('/') + 1), nowMs);
  await blobStore.putIfAbsent(name, body);
  return { ...record, headers: { ...record.headers, [telemetryHeaders.claim]: name } };
}

/** The same request on the same partition, where repeats of it are recognised; what of it is taken was decided at its first receipt. */
function countingRecord({ key, partition, value, headers }: LogRecord, nowMs: number): NewRecord {
  const { [telemetryHeaders.parked]: _, ...others } = headers;
  const receivedAtMs = headers[telemetryHeaders.receivedAtMs] ?? '';
  return {
    key,
    partition,
    value,
    headers: {
      ...others,
      [telemetryHeaders.receivedAtMs]: String(nowMs),
      [telemetryHeaders.parkedAtMs]: receivedAtMs,
    },
  };
}

async function readLags(topicLog: Pick<TopicLog, 'lag'>): Promise<readonly PartitionLag[]> {
  const lags: PartitionLag[] = [];
  for (const { group, topic } of warehouseConsumers)
    lags.push(...(await topicLog.lag(group, topic)));
  return lags;
}

const placeOf = ({ topic, partition }: PartitionLag): string => `${topic}-${partition}`;

const endsOf = (lags: readonly PartitionLag[]): Ends =>
  new Map(lags.map(lag => [placeOf(lag), lag.end]));

const areProcessed = (lags: readonly PartitionLag[], ends: Ends): boolean =>
  lags.every(lag => lag.committed >= (ends.get(placeOf(lag)) ?? 0));
