import type { ResponseOf } from '../../../schemas/http/routes.ts';
import { type QueryContext, readRows } from '../windows/window-metrics.ts';
import type { SelectedCalls } from './calls-sql.ts';
import { llmLimits } from './config.ts';
import { atRank } from './figures.ts';

type Row = {
  readonly step_kind: 'agent' | 'tool';
  readonly is_total: number;
  readonly step_name: string;
  readonly runs: string;
  readonly errors: string;
  readonly total: string;
  readonly p95: string;
};

type Steps = Pick<ResponseOf<'llmStats'>, 'agents' | 'tools'>;

/** Runs of agents and of tools, together and by name: those that are run most. */
export async function readStepFigures(
  { stepsSql, parameters }: Pick<SelectedCalls, 'stepsSql' | 'parameters'>,
  reading: QueryContext,
): Promise<Steps> {
  const figures = `toString(count()) AS runs, toString(countIf(failed)) AS errors, toString(sum(nanos)) AS total,
    toString(${atRank(0.95, 'nanos')}) AS p95`;
  const rows = await readRows<Row>(
    {
      sql: `SELECT step_kind, toUInt8(grouping(step_name)) AS is_total, step_name, ${figures}
            FROM ${stepsSql} WHERE step_kind != 'call'
            GROUP BY GROUPING SETS ((step_kind), (step_kind, step_name))
            ORDER BY is_total DESC, count() DESC, step_name LIMIT {steps:UInt32} BY step_kind, is_total`,
      parameters: { ...parameters, steps: llmLimits.stepsMax },
    },
    reading,
  );
  return { agents: figuresOf('agent', rows), tools: figuresOf('tool', rows) };
}

function figuresOf(kind: Row['step_kind'], rows: readonly Row[]): Steps['agents'] {
  const own = rows.filter(({ step_kind: of }) => of === kind);
  const total = own.find(({ is_total: isTotal }) => isTotal === 1);
  return {
    ...stepFigures(total),
    names: own
      .filter(({ is_total: isTotal }) => isTotal === 0)
      .map(row => ({ name: row.step_name, ...stepFigures(row) })),
  };
}

function stepFigures(row: Row | undefined) {
  const runs = Number(row?.runs ?? 0);
  const errors = Number(row?.errors ?? 0);
  return {
    runs,
    errors,
    error_rate: runs === 0 ? 0 : (100 * errors) / runs,
    avg_duration_ms: runs === 0 ? 0 : Number(row?.total) / 1e6 / runs,
    p95_duration_ms: Number(row?.p95 ?? 0) / 1e6,
  };
}
