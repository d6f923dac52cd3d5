import type { z } from 'zod';
import type { Handler } from '../../../platform/http/handler.ts';
import { invalidRequest } from '../../../platform/http/problem.ts';
import { alertRuleResource } from '../../../projections/alerts/alert-rules.ts';
import type { EvaluationOutcome } from '../../../schemas/alerts/evaluation.ts';
import type { evaluationBody } from '../../../schemas/alerts/parts.ts';
import { dayMs } from '../../../schemas/durations.ts';
import type { OrganizationId } from '../../../schemas/ids.ts';
import { expectRow } from '../resource.ts';
import { type QueryContext, readRows } from '../windows/window-metrics.ts';
import { instantOf } from './figures.ts';
import type { DashboardReads, EvaluatedReads } from './reads.ts';

/** GET /v1/alert-rules/:id/evaluations: what the evaluator recorded, the newest first. */
export const alertRuleEvaluations =
  ({
    projections,
    warehouse,
    clock,
    staleSince,
  }: DashboardReads & EvaluatedReads): Handler<'alertRuleEvaluations'> =>
  async ({ key, params, query, signal }) => {
    const { to = clock(), limit } = query;
    const { from = to - dayMs } = query;
    if (from >= to) throw invalidRequest('`from` must be earlier than `to`');
    const state = await projections.state({ signal });
    const { ruleId } = expectRow(alertRuleResource, key.organizationId, params.id, state);
    const range = { organization: key.organizationId, rule: ruleId, from, to, limit };
    const rows = await readEvaluations(range, { warehouse, signal });
    return {
      status: 200,
      body: {
        evaluations: rows.map(bodyOf),
        from: instantOf(from),
        to: instantOf(to),
        limit,
        stale_since: await staleSince(),
      },
    };
  };

type EvaluationRow = {
  readonly window_to: number;
  readonly version: number;
  readonly tick: string;
  readonly outcome: EvaluationOutcome;
  readonly value: number | null;
  readonly samples: string;
  readonly late: boolean;
};

type Range = {
  readonly organization: OrganizationId;
  readonly rule: string;
  readonly from: number;
  readonly to: number;
  readonly limit: number;
};

/** An evaluation that was repeated after a crash counts once (FINAL). */
const readEvaluations = (
  { from, to, ...of }: Range,
  reading: QueryContext,
): Promise<EvaluationRow[]> =>
  readRows<EvaluationRow>(
    {
      sql: `SELECT toUnixTimestamp(window_to) AS window_to, version, toString(tick) AS tick,
              toString(outcome) AS outcome, if(isNaN(value), NULL, value) AS value,
              toString(samples) AS samples, late
            FROM evaluations FINAL
            WHERE organization = {organization:UUID} AND rule = {rule:UUID}
              AND evaluations.window_to >= toDateTime({from:UInt32}, 'UTC')
              AND evaluations.window_to < toDateTime({to:UInt32}, 'UTC')
            ORDER BY evaluations.window_to DESC LIMIT {limit:UInt32}`,
      parameters: { ...of, from: secondsOf(from), to: secondsOf(to) },
    },
    reading,
  );

const secondsMax = 2 ** 32 - 1;
const secondsOf = (ms: number): number => Math.min(secondsMax, Math.max(0, Math.ceil(ms / 1000)));

/** Why a rule kept its state. */
const reasons: Readonly<Partial<Record<EvaluationOutcome, string>>> = {
  skipped: 'the window has no data, and no_data of the rule is ignore',
  held: 'telemetry could not be received during a part of the window',
};

function bodyOf(row: EvaluationRow): z.infer<typeof evaluationBody> {
  const { window_to: windowTo, version, tick, outcome, value, samples, late } = row;
  const reason = reasons[outcome] ?? null;
  return {
    window_to: instantOf(windowTo * 1000),
    rule_version: version,
    evaluated_up_to: instantOf(Number(tick)),
    status: reason !== null ? 'skipped' : late ? 'late' : 'evaluated',
    reason,
    outcome,
    value,
    samples: Number(samples),
  };
}
