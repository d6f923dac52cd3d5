import type { Principal } from '../../../platform/http/handler.ts';
import type { QueryOf } from '../../../schemas/http/routes.ts';
import { spanBucketStart } from '../../../schemas/window.ts';
import { servicesAsked } from '../services/own-service.ts';
import { knownSql } from '../windows/known-condition.ts';
import { assertInDateTimeRange, rangeOf, rangeUntil } from '../windows/window-metrics.ts';
import type { OfOrganization, TimeRange } from '../windows/window-rows.ts';
import { stepsSql } from './steps-sql.ts';

type Filters = QueryOf<'llmStats'>;

/** The calls that pass the filters, as a subquery with one row each, and what is bound in it; and all steps of the same services and time. */
export type SelectedCalls = {
  readonly range: TimeRange;
  readonly sql: string;
  readonly stepsSql: string;
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
    "step_kind = 'call'",
    ...(provider === '' ? [] : ['provider = {provider:String}']),
    ...(model === '' ? [] : ['model = {model:String}']),
    ...(hasError === undefined ? [] : [hasError ? 'failed' : 'NOT failed']),
  ];
  const steps = `(${stepsSql(knownSql(atMs))})`;
  return {
    range,
    sql: `(SELECT * FROM ${steps} WHERE ${conditions.join(' AND ')})`,
    stepsSql: steps,
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
