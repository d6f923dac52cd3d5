import { deepEqual, equal, ok } from 'node:assert/strict';
import type { RuleBurns } from '../../projections/slos/rule-burns.ts';
import type { BurnPair } from '../../schemas/alerts/rule.ts';
import type { ResponseOf } from '../../schemas/http/routes.ts';
import { naiveFigures, type SentSpan } from './naive-objectives.ts';

/** What was read of an objective at an instant. */
export type Recorded = {
  readonly asked: ResponseOf<'createObjective'>;
  readonly atMs: number;
  readonly figures: ResponseOf<'getObjective'>;
  readonly history: ResponseOf<'objectiveHistory'>;
  /** What had been sent by then. */
  readonly sent: readonly SentSpan[];
};

export function checkFigures({ asked, atMs, figures: found, sent }: Recorded): void {
  const expected = naiveFigures(asked, sent, atMs);
  const about = `${JSON.stringify(asked)} at ${new Date(atMs).toISOString()}`;
  deepEqual(
    [found.from, found.to, found.is_whole, found.good, found.total, found.sample_count],
    [expected.from, expected.to, true, expected.good, expected.total, expected.total],
    about,
  );
  equal(found.achieved_percent, expected.achieved);
  equal(found.budget.spent, expected.spent);
  isNear(found.budget.allowed, expected.allowed, about);
  isNear(found.budget.remaining, expected.remaining, about);
  deepEqual(
    found.burn_rates.map(({ good, total }) => [good, total]),
    expected.burns.map(({ good, total }) => [good, total]),
    about,
  );
  for (const [index, { burn_rate: rate }] of found.burn_rates.entries())
    isNear(rate, expected.burns[index]?.rate ?? Number.NaN, about);
}

/** Every step, and all up to its end, adds up to what is counted span by span. */
export function checkHistory({ asked, atMs, figures, history, sent }: Recorded): void {
  const { points, step_seconds, from, to } = history;
  const { within } = naiveFigures(asked, sent, atMs);
  let bad = 0;
  for (const { timestamp, good, total, spent } of points) {
    const fromMs = Date.parse(timestamp);
    const toMs = Math.min(fromMs + step_seconds * 1_000, Date.parse(to));
    deepEqual({ good, total }, within(fromMs, toMs), timestamp);
    bad += total - good;
    equal(spent, bad);
  }
  const last = points.at(-1);
  deepEqual(
    [points[0]?.timestamp, last?.spent, last?.remaining, last?.remaining_percent],
    [from, figures.budget.spent, figures.budget.remaining, figures.budget.remaining_percent],
  );
  ok(points.length <= 250);
}

type BurnsAsked = Pick<Recorded, 'asked' | 'atMs'> & {
  readonly pair: BurnPair;
  readonly toSeconds: number;
};

/** Both windows, span by span, of all that was sent; errors are counted where they are what is not good. */
export function checkBurns(
  { asked, atMs, pair, toSeconds }: BurnsAsked,
  found: ReturnType<RuleBurns>,
  sent: readonly SentSpan[],
): void {
  const { within } = naiveFigures(asked, sent, atMs);
  const toMs = toSeconds * 1_000;
  const minutes = pair === 'fast' ? [60, 5] : [360, 30];
  const seen = minutes.map(length => within(toMs - length * 60_000, toMs));
  const about = `${JSON.stringify(asked)} ${pair} up to ${new Date(toMs).toISOString()}`;
  const rates = seen.map(({ total, good }) =>
    total === 0 ? null : (total - good) / total / ((100 - asked.target) / 100),
  );
  const [long] = seen;
  const errors = asked.kind === 'availability' ? (long?.total ?? 0) - (long?.good ?? 0) : undefined;
  deepEqual([found.samples, found.errors], [long?.total, errors], about);
  deepEqual(
    found.burns?.map(({ samples, windowFromMs }) => [samples, (toMs - windowFromMs) / 60_000]),
    seen.map(({ total }, at) => [total, minutes[at]]),
    about,
  );
  const lower = rates.includes(null) ? null : Math.min(...rates.map(Number));
  const values = [...(found.burns ?? []).map(({ value }) => value), found.value];
  for (const [at, expected] of [...rates, lower].entries())
    if (expected === null) equal(values[at], null, about);
    else isNear(values[at] ?? Number.NaN, expected, about);
}

const isNear = (found: number, expected: number, about: string): void =>
  ok(
    Math.abs(found - expected) <= 1e-9 * Math.max(1, Math.abs(expected)),
    `${about}: ${found} is not ${expected}`,
  );
