import { deepEqual } from 'node:assert/strict';
import fc from 'fast-check';
import type { Warehouse } from '../../platform/warehouse/port.ts';
import { openLlmCalls } from '../support/llm-reads.ts';
import {
  type DrawnStep,
  drawnSteps,
  expectedOf,
  pricesOfTest,
  spansOf,
} from '../support/llm-world.ts';
import { holds, partOf } from '../support/property.ts';
import { testWarehouse } from '../support/warehouse.ts';

const nowMs = Math.floor(Date.now() / 1000) * 1000;

describe('tokens and costs of calls of language models', function () {
  this.timeout(120_000);
  let warehouse: Warehouse;

  before(async () => {
    warehouse = await testWarehouse();
  });

  it('are those of an exact count, whatever convention wrote them and whatever wraps them', async () => {
    await holds(
      fc.asyncProperty(drawnSteps, async steps => {
        deepEqual(await readBack(steps), expectedOf(steps));
      }),
      partOf(60, 4),
      { endOnFailure: true },
    );
  });

  async function readBack(steps: readonly DrawnStep[]) {
    const llm = openLlmCalls({ warehouse, nowMs, prices: pricesOfTest(nowMs) });
    const spans = spansOf(steps, nowMs);
    if (spans.length > 0) await llm.write(spans);
    const [stats, listed] = await Promise.all([llm.stats(), llm.calls()]);
    const { total, models, agents, tools } = stats;
    return {
      total: figuresOf(total),
      models: models
        .map(({ provider, model, ...rest }) => ({
          model: `${provider} ${model}`,
          ...figuresOf(rest),
        }))
        .sort((left, right) => (left.model < right.model ? -1 : 1)),
      agents: agents.runs,
      tools: tools.runs,
      costs: listed.calls
        .map(({ cost_usd: cost }) => cost)
        .sort((left, right) => (left ?? -1) - (right ?? -1)),
    };
  }
});

type Figures = Awaited<ReturnType<ReturnType<typeof openLlmCalls>['stats']>>['total'];

const figuresOf = (figures: Figures) => ({
  calls: figures.calls,
  errors: figures.errors,
  input: figures.input_tokens,
  output: figures.output_tokens,
  cached: figures.cached_input_tokens,
  writes: figures.cache_write_tokens,
  reasoning: figures.reasoning_tokens,
  cost: figures.cost_usd,
  unpriced: figures.unpriced_calls,
});
