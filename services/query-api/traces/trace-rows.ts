import { limits } from '../config.ts';
import { byNumber, unixNanosOf } from './span-names.ts';

/** One trace: the fragments of all batches that held spans of it, put together. */
export type TraceRow = {
  /** As a UUID is written. */
  readonly id: string;
  /** The first start and the last end, in nanoseconds since 1970. */
  readonly first: string;
  readonly last: string;
  readonly spans: string;
  readonly errors: string;
  readonly root_service: string;
  readonly root_name: string;
  readonly root_status: number;
  /** The first of its services by name; a trace may have very many. */
  readonly service: string;
};

/** Whether a service took part in a trace, for statements that group by it. */
export const isOfService = 'max(has(traces.services, {service:String}))';

/** The traces of an organization, each a `TraceRow`, and what columns are added. */
export const selectTraces = (condition: string, more = ''): string =>
  `SELECT traces.trace_id AS id, toUnixTimestamp64Nano(min(first_start)) AS first,
          toUnixTimestamp64Nano(max(last_end)) AS last,
          sum(traces.spans) AS spans, sum(traces.errors) AS errors,
          max(traces.root_service) AS root_service, max(traces.root_name) AS root_name,
          max(traces.root_status) AS root_status,
          min(arrayMin(traces.services)) AS service${more}
   FROM traces WHERE organization = {organization:UUID} ${condition} GROUP BY traces.trace_id`;

/** Fragments of a trace from single batches; one beyond the limit shows that there are more. */
export const selectFragments = (known: string): string => `
  SELECT traces.trace_id AS id, first_start AS first, last_end AS last, spans, errors,
         root_service, root_name, root_status, arrayMin(services) AS service
  FROM traces PREWHERE organization = {organization:UUID} AND traces.trace_id = {trace:UUID} ${known}
  LIMIT ${limits.traceFragmentsMax + 1}`;

/** As a row of `selectFragments` has it, with its times in nanoseconds. */
export const fragmentOf = (row: TraceRow): TraceRow => ({
  ...row,
  first: unixNanosOf(row.first),
  last: unixNanosOf(row.last),
});

/** The same as `selectTraces` makes of the fragments of one trace; undefined for none. */
export function mergeFragments(fragments: readonly TraceRow[]): TraceRow | undefined {
  const [one] = fragments;
  if (one === undefined) return undefined;
  const ascending = (field: Text, order: Order) =>
    fragments.map(fragment => fragment[field]).sort(order);
  const sum = (field: 'spans' | 'errors'): string =>
    String(fragments.reduce((total, fragment) => total + BigInt(fragment[field]), 0n));
  return {
    id: one.id,
    first: ascending('first', byNumber).at(0) ?? one.first,
    last: ascending('last', byNumber).at(-1) ?? one.last,
    spans: sum('spans'),
    errors: sum('errors'),
    root_service: ascending('root_service', byBytes).at(-1) ?? one.root_service,
    root_name: ascending('root_name', byBytes).at(-1) ?? one.root_name,
    root_status: Math.max(...fragments.map(fragment => fragment.root_status)),
    service: ascending('service', byBytes).at(0) ?? one.service,
  };
}

type Text = 'first' | 'last' | 'root_service' | 'root_name' | 'service';

type Order = (left: string, right: string) => number;

/** As ClickHouse orders text. */
const byBytes: Order = (left, right) => Buffer.compare(Buffer.from(left), Buffer.from(right));
