import { deepEqual, equal, ok } from 'node:assert/strict';
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

const isNear = (found: number, expected: number, about: string): void =>
  ok(
    Math.abs(found - expected) <= 1e-9 * Math.max(1, Math.abs(expected)),
    `${about}: ${found} is not ${expected}`,
  );
