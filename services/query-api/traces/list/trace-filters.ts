import type { QueryOf } from '../../../../schemas/http/routes.ts';
import { secondsMax } from '../span-names.ts';
import { isOfService, selectTraces } from '../trace-rows.ts';
import { asksOfSpans, type Condition, selectTracesOfSpans } from './span-conditions.ts';

export type TraceFilters = Omit<
  QueryOf<'listTraces'>,
  'limit' | 'offset' | 'cursor' | 'sort_by' | 'sort_order'
>;

/** The traces that pass every filter, as the end of a statement from its FROM; `known` is a condition on fragments and spans. */
export function fromTraces(query: TraceFilters, known: string): Condition {
  const ofSpans = asksOfSpans(query) ? selectTracesOfSpans(query, known) : undefined;
  const condition = [
    known,
    candidates(query, known),
    ...(query.id === undefined ? [] : [`AND startsWith(${digits}, {id:String})`]),
    ...(ofSpans === undefined ? [] : [`AND traces.trace_id IN (${ofSpans.sql})`]),
  ].join(' ');
  const isOfOne = Boolean(query.service) && ofSpans === undefined;
  return {
    sql: `FROM (${withService(condition, isOfOne)}) WHERE ${filters(query, isOfOne).join(' AND ')}`,
    parameters: { ...parametersOf(query), ...ofSpans?.parameters },
  };
}

/** Traces of some ids, each with whether it passes every filter; neither of spans nor of the id. */
export function selectAmong(ids: readonly string[], query: TraceFilters, known: string): Condition {
  const isOfOne = Boolean(query.service);
  const traces = withService(`${known} AND traces.trace_id IN {ids:Array(UUID)}`, isOfOne);
  return {
    sql: `SELECT *, ${filters(query, isOfOne).join(' AND ')} AS passes_filters FROM (${traces})`,
    parameters: { ...parametersOf(query), ids },
  };
}

const withService = (condition: string, isOfOne: boolean): string =>
  selectTraces(condition, isOfOne ? `, ${isOfService} AS is_of_service` : '');

const digits = `replaceAll(toString(traces.trace_id), '-', '')`;

/**
 * A trace that began in a time has the fragment that began it there, so only the traces of such
 * fragments are put together; the fragment ended no earlier than that, which bounds the hours.
 */
const candidates = (query: TraceFilters, known: string): string =>
  query.start_time_from === undefined
    ? ''
    : `AND traces.trace_id IN (
         SELECT traces.trace_id FROM traces
         WHERE organization = {organization:UUID} ${known}
           AND hour >= toStartOfHour(fromUnixTimestamp64Nano({from:Int64}, 'UTC'))
           AND toUnixTimestamp64Nano(first_start) >= {from:Int64})`;

function filters({ has_error: hasError, ...query }: TraceFilters, isOfOne: boolean): string[] {
  return [
    'true',
    ...(isOfOne ? ['is_of_service'] : []),
    ...(hasError === undefined ? [] : [hasError ? 'errors > 0' : 'errors = 0']),
    ...(query.status === undefined ? [] : [hasStatus[query.status]]),
    ...(query.root_service ? ['root_service = {rootService:String}'] : []),
    ...(query.min_duration === undefined ? [] : ['last - first >= {minDuration:Int64}']),
    ...(query.max_duration === undefined ? [] : ['last - first <= {maxDuration:Int64}']),
    ...(query.start_time_from === undefined ? [] : ['first >= {from:Int64}']),
    ...(query.start_time_to === undefined ? [] : ['first < {to:Int64}']),
  ];
}

/** As `status_code` of a summary says it. */
const hasStatus: Readonly<Record<NonNullable<TraceFilters['status']>, string>> = {
  error: '(errors > 0 OR root_status = 2)',
  ok: '(errors = 0 AND root_status = 1)',
  unset: '(errors = 0 AND root_status NOT IN (1, 2))',
};

const parametersOf = (query: TraceFilters): Readonly<Record<string, string | bigint>> => ({
  service: query.service ?? '',
  rootService: query.root_service ?? '',
  id: query.id ?? '',
  minDuration: nanosOf(query.min_duration ?? 0),
  maxDuration: nanosOf(query.max_duration ?? 0),
  from: nanosOf(query.start_time_from ?? 0),
  to: nanosOf(query.start_time_to ?? 0),
});

const nanosOf = (milliseconds: number): bigint =>
  BigInt(Math.min(secondsMax * 1000, Math.max(0, milliseconds))) * 1_000_000n;
