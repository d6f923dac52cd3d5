import type { Filters } from './filters.ts';
import type { Trace } from './trace.ts';

/** More would be neither read nor drawn. */
export const keptMax = 200;

/** What came of a live list. */
export type Tail = {
  /** The newest first. */
  readonly traces: readonly Trace[];
  /** How many came, with those that are no longer kept. */
  readonly arrived: number;
  /** How often traces in between were left out. */
  readonly gaps: number;
};

export const emptyTail: Tail = { traces: [], arrived: 0, gaps: 0 };

/** The list with further traces, oldest first; one that comes again takes the place of what it said before. */
export function withArrivals(tail: Tail, arrived: readonly Trace[]): Tail {
  const newest = new Map(arrived.toReversed().map(trace => [trace.trace_id, trace]));
  for (const trace of arrived) newest.set(trace.trace_id, trace);
  const before = new Set(tail.traces.map(({ trace_id }) => trace_id));
  const isAgain = [...newest.keys()].filter(id => before.has(id)).length;
  const rest = tail.traces.filter(({ trace_id }) => !newest.has(trace_id));
  return {
    ...tail,
    traces: [...newest.values(), ...rest].slice(0, keptMax),
    arrived: tail.arrived + newest.size - isAgain,
  };
}

/** Whether a trace passes those filters that a summary can answer; the server answers for the service. */
export function passes(filters: Filters, trace: Trace): boolean {
  const { root_service, status, min_duration = 0, max_duration, id = '' } = filters;
  const found = trace.has_error ? 'error' : trace.status_code.toLowerCase();
  return (
    (root_service === undefined || trace.service_name === root_service) &&
    (status === undefined || found === status) &&
    trace.duration_ms >= min_duration &&
    trace.duration_ms <= (max_duration ?? Number.POSITIVE_INFINITY) &&
    trace.trace_id.startsWith(id)
  );
}

/** Filters that only the spans of a trace can answer, which a live list does not have. */
export const unanswered = ({ operation, attributes }: Filters): readonly string[] => [
  ...(operation === undefined ? [] : ['operation']),
  ...attributes.map(({ key }) => key),
];
