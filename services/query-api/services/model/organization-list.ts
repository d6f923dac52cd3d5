import { globalService, type WindowDelta } from '../../../../schemas/telemetry/window-record.ts';
import { limits } from '../../config.ts';
import type { TimeRange } from '../../windows/window-rows.ts';
import { type ListBase, markerName } from './list-base.ts';
import {
  createWindowTotals,
  type Piece,
  type ServiceTotals,
  type WindowTotals,
} from './window-totals.ts';

/** What a batch of spans adds to the windows of one organization. */
export type OrganizationDelta = {
  /** Partition of `spans`, and the last offset of the batch. */
  readonly source: number;
  readonly last: number;
  readonly windows: readonly WindowDelta[];
};

/** The list of services of one organization: what the warehouse said once, and every committed batch since. */
export type OrganizationList = {
  /** Of a batch that is committed; each once, those from before the base too. */
  readonly take: (delta: OrganizationDelta) => void;
  readonly begin: (base: ListBase) => void;
  /** Undefined: what is known does not say. */
  readonly read: (range: TimeRange) => readonly ServiceTotals[] | undefined;
  /** Whether a new base is to be read, so that it is there when this one ends. */
  readonly isAging: (range: TimeRange) => boolean;
  readonly has: (service: string) => boolean;
  readonly buckets: () => number;
  /** It cannot be known exactly, or takes too much memory. */
  readonly isRefused: () => boolean;
};

export function createOrganizationList(): OrganizationList {
  const recorded: OrganizationDelta[] = [];
  let recordedBuckets = 0;
  let base: ListBase | undefined;
  let totals: WindowTotals | undefined;
  let hasTwoSums = false;
  let names: ReadonlySet<string> = new Set();
  const apply = ({ source, last, windows }: OrganizationDelta, into: WindowTotals): void => {
    hasTwoSums ||= hasTwoSumsOf(windows);
    for (const window of windows) {
      if (isSum(window) || last <= (base?.markers.get(markerName(source, window.time)) ?? -1))
        continue;
      into.add(pieceOf(window));
    }
  };
  const buckets = (): number => recordedBuckets + (totals?.buckets() ?? 0);
  return {
    take: delta => {
      if (totals !== undefined) return apply(delta, totals);
      recorded.push(delta);
      for (const window of delta.windows) recordedBuckets += 1 + window.buckets.length;
    },
    begin: read => {
      base = read;
      totals = createWindowTotals(read.range, read.edgeSeconds, read.whole);
      for (const piece of read.apart) totals.add(piece);
      for (const delta of recorded) apply(delta, totals);
      recorded.length = 0;
      recordedBuckets = 0;
    },
    read: range => {
      if (totals?.advance(range) !== true) return undefined;
      const all = totals.all();
      names = new Set(all.map(({ service }) => service));
      return all;
    },
    isAging: ({ fromSeconds }) =>
      base !== undefined &&
      fromSeconds - base.range.fromSeconds >= limits.serviceListSeconds * agingShare,
    has: service => names.has(service),
    buckets,
    isRefused: () =>
      hasTwoSums ||
      (totals?.services() ?? 0) > limits.servicesMax ||
      buckets() > limits.serviceListBucketsMax,
  };
}

const agingShare = 0.7;

const pieceOf = ({ service, time, entry, errors, buckets, counts }: WindowDelta): Piece =>
  entry ? { service, time, errors, buckets, counts } : { service, time, ...withoutRequests };

const withoutRequests = { errors: 0, buckets: [], counts: [] };

/** The sums of the organization travel beside its windows, and are not in the table. */
const isSum = ({ service, operation, entry }: WindowDelta): boolean =>
  service === globalService && operation === '' && entry;

/** Whether a service has the name of the sums and a request without a name: then nobody can tell them apart. */
function hasTwoSumsOf(windows: readonly WindowDelta[]): boolean {
  const times = windows.filter(isSum).map(({ time }) => time);
  return new Set(times).size < times.length;
}
