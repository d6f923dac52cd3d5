import type { LogRecord, TopicLog } from '../../../../platform/topic-log/port.ts';
import type { OrganizationId } from '../../../../schemas/ids.ts';
import { signalHeaders, topics } from '../../../../schemas/topics.ts';
import {
  type TraceArrivalNotification,
  tracesSignal,
} from '../../../../schemas/traces/arrivals.ts';
import { limits } from '../../config.ts';

/** The position of a stream: the next record of `signals`, and the trace in it. */
export type Position = { readonly offset: number; readonly index: number };

/** A trace of which a batch brought the root, or else an error. */
export type TraceArrival = {
  readonly id: string;
  readonly isRoot: boolean;
  /** The place behind it. */
  readonly next: Position;
};

export type Arrivals = {
  readonly arrivals: readonly TraceArrival[];
  readonly fromSeconds: number;
  readonly next: Position;
};

export const positionText = ({ offset, index }: Position): string => `${offset}-${index}`;

/** Undefined for what no stream of ours said. */
export function parsePosition(text: string | undefined): Position | undefined {
  const found = /^(?<offset>\d{1,15})-(?<index>\d{1,6})$/.exec(text ?? '');
  if (found?.groups === undefined) return undefined;
  return { offset: Number(found.groups.offset), index: Number(found.groups.index) };
}

/** What came for an organization behind a position, as much as one lookup takes. */
export async function readArrivals(
  organization: OrganizationId,
  { partition, position }: { readonly partition: number; readonly position: Position },
  { topicLog }: { readonly topicLog: Pick<TopicLog, 'read'> },
): Promise<Arrivals> {
  const place = { partition, offset: position.offset };
  const records = await topicLog.read(topics.traceArrivals, place, {
    recordsMax: limits.streamReadRecordsMax,
    bytesMax: limits.streamReadBytesMax,
  });
  const arrivals: TraceArrival[] = [];
  let fromSeconds = Number.POSITIVE_INFINITY;
  let next = position;
  for (const record of records) {
    const signal = signalOf(record, organization);
    const from = record.offset === position.offset ? position.index : 0;
    const all = signal === undefined ? [] : arrivalsOf(signal, record.offset);
    const taken = all.slice(from, from + limits.streamTracesMax - arrivals.length);
    if (taken.length > 0) fromSeconds = Math.min(fromSeconds, signal?.fromSeconds ?? 0);
    arrivals.push(...taken);
    if (from + taken.length < all.length) {
      return { arrivals, fromSeconds, next: taken.at(-1)?.next ?? next };
    }
    next = { offset: record.offset + 1, index: 0 };
  }
  return { arrivals, fromSeconds, next };
}

function signalOf(
  { headers, value }: LogRecord,
  organization: OrganizationId,
): TraceArrivalNotification | undefined {
  if (headers[signalHeaders.organization] !== organization) return undefined;
  if (headers[signalHeaders.kind] !== tracesSignal) return undefined;
  return JSON.parse(Buffer.from(value).toString()) as TraceArrivalNotification;
}

const arrivalsOf = ({ roots, failed }: TraceArrivalNotification, offset: number): TraceArrival[] =>
  [...roots, ...failed].map((id, index) => ({
    id,
    isRoot: index < roots.length,
    next: { offset, index: index + 1 },
  }));
