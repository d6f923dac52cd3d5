import { achievedPercent, budgetOf, isExhausted } from '../../../domain/slos/budget.ts';
import {
  type BurnWindow,
  burnAlertsOf,
  burnRange,
  burnRate,
  burnWindowSeconds,
} from '../../../domain/slos/burn.ts';
import { type Counts, countsWithin } from '../../../domain/slos/counts.ts';
import { exhaustsAtMs } from '../../../domain/slos/forecast.ts';
import type { ResponseOf } from '../../../schemas/http/routes.ts';
import type { Objective } from '../../../schemas/slos/objective.ts';
import { burnWindowNames } from '../../../schemas/slos/parts.ts';
import { instantOfSeconds } from '../windows/window-metrics.ts';
import { type Measured, rangeBody } from './read-objective.ts';

type Figures = Omit<ResponseOf<'getObjective'>, keyof ResponseOf<'createObjective'>>;

/** The hours by which the budget is foreseen. */
const forecastWindow = '6h';

/** Budget, burn rates and forecast of an objective. */
export function figuresOf({ target }: Objective, measured: Measured): Figures {
  const { counted, toSeconds, endSeconds } = measured;
  const inWindow = countsWithin(counted, measured);
  const within = (window: BurnWindow): Counts =>
    countsWithin(counted, burnRange(window, toSeconds));
  const [burnAlert = null] = burnAlertsOf(counted, target, toSeconds);
  return {
    ...rangeBody(measured, inWindow.total),
    period_ends_at: endSeconds === undefined ? null : instantOfSeconds(endSeconds),
    good: inWindow.total - inWindow.bad,
    total: inWindow.total,
    achieved_percent: achievedPercent(inWindow) ?? null,
    budget: budgetBody(inWindow, target),
    burn_rates: burnWindowNames.map(window => burnBody(window, within(window), target)),
    burn_alert: burnAlert,
    forecast: forecastBody(target, measured, within(forecastWindow)),
    state: stateOf(inWindow, target, burnAlert !== null),
  };
}

function budgetBody(counts: Counts, target: number): Figures['budget'] {
  const { allowed, spent, remaining, spentPercent, remainingPercent } = budgetOf(counts, target);
  return {
    allowed,
    spent,
    remaining,
    spent_percent: spentPercent,
    remaining_percent: remainingPercent,
  };
}

const burnBody = (window: BurnWindow, counts: Counts, target: number) => ({
  window,
  good: counts.total - counts.bad,
  total: counts.total,
  burn_rate: burnRate(counts, target),
});

function forecastBody(target: number, measured: Measured, recent: Counts): Figures['forecast'] {
  const seconds = burnWindowSeconds[forecastWindow];
  const atMs = exhaustsAtMs({ ...measured, target, recent: { ...recent, seconds } });
  return {
    window: forecastWindow,
    burn_rate: burnRate(recent, target),
    exhausts_at: atMs === undefined ? null : new Date(atMs).toISOString(),
  };
}

function stateOf(counts: Counts, target: number, isBurning: boolean): Figures['state'] {
  if (counts.total === 0) return 'no_data';
  if (isExhausted(counts, target)) return 'exhausted';
  return isBurning ? 'burning' : 'healthy';
}
