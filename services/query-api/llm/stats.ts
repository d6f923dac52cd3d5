import type { Handler } from '../../../platform/http/handler.ts';
import { sumOfCosts } from '../core/llm/cost.ts';
import { boundsOf, readRows } from '../windows/window-metrics.ts';
import { selectCalls } from './calls-sql.ts';
import { llmLimits } from './config.ts';
import { noPrice, readCostGroups } from './cost-groups.ts';
import { type FigureRow, figures, figuresOf } from './figures.ts';
import type { LlmReads } from './reads.ts';
import { readStepFigures } from './step-figures.ts';

type Row = FigureRow & {
  readonly is_total: number;
  readonly provider: string;
  readonly model: string;
};

/** GET /v1/llm-calls/stats: all calls together, and each model; runs of agents and of tools apart from them. */
export const llmStats =
  ({ warehouse, clock, priceOf }: LlmReads): Handler<'llmStats'> =>
  async ({ key, query, signal }) => {
    const selected = selectCalls(query, key, clock());
    const { sql, parameters, range } = selected;
    const reading = { warehouse, signal };
    const [rows, groups, steps] = await Promise.all([
      readRows<Row>(
        {
          sql: `SELECT toUInt8(grouping(provider)) AS is_total, provider, model, ${figures} FROM ${sql}
                GROUP BY GROUPING SETS ((), (provider, model))
                ORDER BY is_total DESC, count() DESC, provider, model LIMIT {limit:UInt32} BY is_total`,
          parameters: { ...parameters, limit: llmLimits.modelsMax },
        },
        reading,
      ),
      readCostGroups(selected, priceOf, reading),
      readStepFigures(selected, reading),
    ]);
    const total = rows.find(({ is_total: isTotal }) => isTotal === 1);
    const models = rows.filter(({ is_total: isTotal }) => isTotal === 0);
    const costOf = (calls: string | undefined, own = groups) =>
      sumOfCosts(own, Number(calls ?? 0), priceOf ?? noPrice);
    return {
      status: 200,
      body: {
        total: figuresOf(costOf(total?.calls), total),
        models: models.map(row => {
          const { provider, model } = row;
          const own = groups.filter(group => group.provider === provider && group.model === model);
          return { provider, model, ...figuresOf(costOf(row.calls, own), row) };
        }),
        ...steps,
        ...boundsOf(range),
      },
    };
  };
