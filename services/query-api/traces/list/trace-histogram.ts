import type { Handler } from '../../../../platform/http/handler.ts';
import { invalidRequest } from '../../../../platform/http/problem.ts';
import type { OrganizationReads } from '../../../../platform/warehouse/port.ts';
import { dayMs } from '../../../../schemas/durations.ts';
import type { ResponseOf } from '../../../../schemas/http/routes.ts';
import type { OrganizationId } from '../../../../schemas/ids.ts';
import { limits } from '../../config.ts';
import { knownSql } from '../../windows/known-condition.ts';
import { instantOfSeconds, type QueryContext, readRows } from '../../windows/window-metrics.ts';
import { clampToDateTime } from '../span-names.ts';
import type { Condition } from './span-conditions.ts';
import { fromTraces } from './trace-filters.ts';
import { withRange } from './trace-range.ts';

type Steps = { readonly fromSeconds: number; readonly step: number; readonly count: number };

type Row = {
  readonly at: number;
  readonly found: string;
  readonly failed: string;
  readonly longest: string;
};

/** GET /v1/traces/histogram: how many traces pass the filters of the list, by the time of their starts. */
export const traceHistogram =
  ({
    warehouse,
    clock,
  }: {
    readonly warehouse: OrganizationReads;
    readonly clock: () => number;
  }): Handler<'traceHistogram'> =>
  async ({ key: { organizationId: organization }, query: asked, signal }) => {
    const reading = { warehouse, signal };
    const known = knownSql(asked.as_of);
    const nowMs = asked.as_of ?? clock();
    const query = await withRange(asked, { organization, known, nowMs }, reading);
    const endMs = query.start_time_to ?? nowMs + 1_000;
    const startMs = query.start_time_from ?? endMs - dayMs;
    const steps = stepsOf(startMs, endMs, query.step);
    const bounded = { ...query, start_time_from: startMs, start_time_to: endMs };
    const points = await readPoints(organization, fromTraces(bounded, known), steps, reading);
    return {
      status: 200,
      body: {
        from: instantOfSeconds(steps.fromSeconds),
        to: instantOfSeconds(steps.fromSeconds + steps.step * steps.count),
        step_seconds: steps.step,
        total_count: points.reduce((sum, { traces }) => sum + traces, 0),
        points,
      },
    };
  };

/** Steps begin at multiples of their length, so that two requests of the same minute have the same ones. Throws 400 for too many. */
function stepsOf(startMs: number, endMs: number, asked: number | undefined): Steps {
  const seconds = Math.max(1, Math.ceil((endMs - startMs) / 1_000));
  const step = asked ?? Math.ceil(seconds / limits.traceHistogramStepsPreset);
  const fromSeconds = clampToDateTime(Math.floor(startMs / 1_000 / step) * step);
  const count = Math.max(1, Math.ceil((endMs / 1_000 - fromSeconds) / step));
  if (count > limits.traceHistogramStepsMax)
    throw invalidRequest(
      `expected at most ${limits.traceHistogramStepsMax} steps; the range has ${count} of ${step} seconds`,
    );
  return { fromSeconds, step, count };
}

async function readPoints(
  organization: OrganizationId,
  found: Condition,
  { fromSeconds, step, count }: Steps,
  reading: QueryContext,
): Promise<ResponseOf<'traceHistogram'>['points']> {
  const rows = await readRows<Row>(
    {
      sql: `SELECT toUInt32(intDiv(intDiv(first, 1000000000) - ${fromSeconds}, ${step})) AS at, count() AS found,
              countIf(errors > 0) AS failed, max(last - first) AS longest
            ${found.sql} GROUP BY at`,
      parameters: { organization, ...found.parameters },
    },
    reading,
  );
  const byStep = new Map(rows.map(row => [row.at, row]));
  return Array.from({ length: count }, (_, at) => {
    const row = byStep.get(at);
    return {
      time: instantOfSeconds(fromSeconds + at * step),
      traces: Number(row?.found ?? 0),
      errors: Number(row?.failed ?? 0),
      max_duration_ms: Number(row?.longest ?? 0) / 1e6,
    };
  });
}
