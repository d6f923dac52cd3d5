import type { Principal } from '../../../platform/http/handler.ts';
import type { QueryOf } from '../../../schemas/http/routes.ts';
import { spanBucketStart } from '../../../schemas/window.ts';
import { servicesAsked } from '../services/own-service.ts';
import { knownSql } from '../windows/known-condition.ts';
import { assertInDateTimeRange, rangeOf, rangeUntil } from '../windows/window-metrics.ts';
import type { OfOrganization, TimeRange } from '../windows/window-rows.ts';
import { callAttributes, firstOf, isCall } from './attributes.ts';

type Filters = QueryOf<'llmStats'>;

/** The calls that pass the filters, as a subquery with one row each, and what is bound in it. */
export type SelectedCalls = {
  readonly range: TimeRange;
  readonly sql: string;
  readonly parameters: OfOrganization;
};

export function selectCalls(filters: Filters, key: Principal, nowMs: number): SelectedCalls {
  const {
    window,
    end,
    service,
    provider = '',
    model = '',
    has_error: hasError,
    as_of: atMs,
  } = filters;
  const range = end === undefined ? rangeOf(window, atMs ?? nowMs) : rangeUntil(window, end);
  assertInDateTimeRange(range.fromSeconds, range.toSeconds);
  const conditions = [
    ...(provider === '' ? [] : ['provider = {provider:String}']),
    ...(model === '' ? [] : ['model = {model:String}']),
    ...(hasError === undefined ? [] : [hasError ? 'failed' : 'NOT failed']),
  ];
  return {
    range,
    sql: `(${callsOf(knownSql(atMs))} ${conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`})`,
    parameters: {
      organization: key.organizationId,
      services: servicesAsked(key, service),
      bucket: spanBucketStart(range.fromSeconds),
      from: range.fromSeconds,
      to: range.toSeconds,
      provider,
      model,
    },
  };
}

const callsOf = (known: string): string => `SELECT * FROM (
  SELECT spans.trace_id AS trace, spans.span_id AS span, service, spans.start AS began, spans.duration AS nanos,
         status = 2 AS failed,
         ${firstOf(callAttributes.operation)} AS operation,
         ${firstOf(callAttributes.provider)} AS provider,
         ${firstOf(callAttributes.model)} AS model,
         toUInt64OrZero(${firstOf(callAttributes.input)}) AS input,
         toUInt64OrZero(${firstOf(callAttributes.output)}) AS output,
         ${firstOf(callAttributes.error)} AS error
  FROM spans
  PREWHERE organization = {organization:UUID} AND bucket >= toDateTime({bucket:UInt32}, 'UTC')
    AND bucket < toDateTime({to:UInt32}, 'UTC') ${known}
  WHERE ${isCall}
    AND (empty({services:Array(String)}) OR has({services:Array(String)}, service))
    AND addNanoseconds(spans.start, spans.duration) >= toDateTime({from:UInt32}, 'UTC')
    AND addNanoseconds(spans.start, spans.duration) < toDateTime({to:UInt32}, 'UTC'))`;
