import { Unavailable } from '../../../../platform/errors.ts';
import { eventText } from '../../../../platform/http/responses/event-stream.ts';
import type { Log } from '../../../../platform/log.ts';
import type { TopicLog } from '../../../../platform/topic-log/port.ts';
import type { OrganizationReads } from '../../../../platform/warehouse/port.ts';
import type { QueryOf } from '../../../../schemas/http/routes.ts';
import type { OrganizationId } from '../../../../schemas/ids.ts';
import type { TraceSummary } from '../../../../schemas/traces/routes.ts';
import { limits } from '../../config.ts';
import type { TraceRow } from '../trace-rows.ts';
import { readTraces, summaryOf } from '../trace-summaries.ts';
import { type Position, positionText, readArrivals, type TraceArrival } from './arrivals.ts';
import { createSeenTraceCache } from './seen-traces.ts';

export type TraceStreamQuery = {
  readonly organization: OrganizationId;
  readonly query: QueryOf<'streamTraces'>;
  readonly partition: number;
};

export type LookupDependencies = {
  readonly topicLog: Pick<TopicLog, 'read'>;
  readonly warehouse: OrganizationReads;
  readonly log: Log;
  readonly signal: AbortSignal;
};

export type TraceLookupResult = {
  readonly texts: readonly string[];
  readonly next: Position;
  /** Milliseconds until the next lookup: none where all records were of others. */
  readonly restMs: number;
};

export type TraceLookup = (position: Position) => Promise<TraceLookupResult | undefined>;

/**
 * The events behind a position; undefined while an engine is unavailable, so that the caller retries.
 * A trace is looked up when it is sent, so its summary equals that of the list of traces at that
 * time; and it is sent once.
 */
export function openLookup(asked: TraceStreamQuery, dependencies: LookupDependencies): TraceLookup {
  const { organization, partition, query } = asked;
  const { topicLog, warehouse, log, signal } = dependencies;
  const told = createSeenTraceCache();
  const find = async (position: Position): Promise<TraceLookupResult> => {
    const found = await readArrivals(organization, { partition, position }, { topicLog });
    const { arrivals, fromSeconds, next } = found;
    const ids = [...new Set(arrivals.map(({ id }) => id))];
    const restMs = limits.streamPauseMs;
    if (ids.length === 0)
      return { texts: [], next, restMs: next.offset > position.offset ? 0 : restMs };
    const wanted = { ids, fromSeconds, service: query.service ?? '' };
    const rows = await readTraces(organization, wanted, { warehouse, signal });
    const rowOf = (arrival: TraceArrival): TraceRow | undefined => {
      const row = rows.get(arrival.id);
      const isTold = row !== undefined && isAsked(row, arrival, query) && told.isNew(arrival.id);
      return isTold ? row : undefined;
    };
    const { texts, more } = textsOf(arrivals, rowOf);
    return more === undefined ? { texts, next, restMs } : { texts, next: more, restMs: 0 };
  };
  return async position => {
    try {
      return await find(position);
    } catch (error) {
      if (error instanceof Unavailable || signal.aborted) return undefined;
      log.error({ err: error }, 'stream of traces failed');
      throw error;
    }
  };
}

/** A trace without its root is sent once the root has arrived. */
const isAsked = (
  { errors, root_service: root }: TraceRow,
  { isRoot }: TraceArrival,
  { errors: onlyErrors }: TraceStreamQuery['query'],
): boolean => (isRoot || (onlyErrors && root !== '')) && (!onlyErrors || Number(errors) > 0);

/** As many events as may wait for the client, and where the others begin, which are looked up again. */
function textsOf(
  arrivals: readonly TraceArrival[],
  rowOf: (arrival: TraceArrival) => TraceRow | undefined,
): { readonly texts: readonly string[]; readonly more?: Position } {
  const texts: string[] = [];
  let length = 0;
  for (const arrival of arrivals) {
    const row = rowOf(arrival);
    if (row === undefined) continue;
    const text = traceText(summaryOf(row), arrival.next);
    texts.push(text);
    length += text.length;
    if (length >= limits.streamHeldCharactersMax) return { texts, more: arrival.next };
  }
  return { texts };
}

function traceText(summary: TraceSummary, next: Position): string {
  const text = (data: TraceSummary): string =>
    eventText({ event: 'trace', id: positionText(next), data });
  const whole = text(summary);
  if (Buffer.byteLength(whole) <= limits.streamEventBytesMax) return whole;
  // Half a pair at the end of the cut is no character.
  const cut = summary.operation_name.slice(0, limits.streamNameCharactersMax);
  return text({ ...summary, operation_name: cut.replace(/[\ud800-\udbff]$/, '') });
}
