import { budgetOf } from '../../../domain/slos/budget.ts';
import { burnRate } from '../../../domain/slos/burn.ts';
import { countsWithin } from '../../../domain/slos/counts.ts';
import { type Step, stepSecondsOf, stepsOf } from '../../../domain/slos/history.ts';
import { Unavailable } from '../../../platform/errors.ts';
import { asOfMs } from '../../../platform/http/as-of.ts';
import type { Handler } from '../../../platform/http/handler.ts';
import {
  type ObjectiveRow,
  objectiveBody,
  objectiveResource,
} from '../../../projections/slos/objectives.ts';
import type { ResponseOf } from '../../../schemas/http/routes.ts';
import { listOf } from '../bounds/list.ts';
import { bodyOf } from '../bounds/written.ts';
import { limits } from '../config.ts';
import { expectRow, rowsIn } from '../resource.ts';
import type { QueryShared } from '../shared.ts';
import { instantOfSeconds } from '../windows/window-metrics.ts';
import { figuresOf } from './figures.ts';
import { type ObjectiveReads, rangeBody, readObjective } from './read-objective.ts';

type StatedReads = ObjectiveReads & Pick<QueryShared, 'projections'>;

/** More than an organization may have. */
const objectivesReadMax = 2_000;

/** GET /v1/slos: the newest first; with `ids` only these, and their figures. */
export const listObjectives =
  (reads: StatedReads): Handler<'listObjectives'> =>
  async ({ key, query, signal, ...request }) => {
    const atMs = asOfMs({ query, ...request });
    const state = await reads.projections.state({ asOfMs: atMs, signal });
    const { ids, service } = query;
    const figures = new Map<string, Listed['figures']>();
    const { items: slos, next } = await listOf({
      organizationId: key.organizationId,
      signal,
      state,
      query,
      ...rowsIn(objectiveResource, key.organizationId),
      max: objectivesReadMax,
      passes: ({ objectiveId, objective }) =>
        (service === undefined || objective.service === service) &&
        (ids === undefined || ids.includes(objectiveId)),
      order: row => -row.createdAtMs,
      prepare: async rows => {
        if (ids === undefined) return;
        for await (const [id, found] of figuresInTime(rows, atMs, { ...reads, signal }))
          figures.set(id, found);
      },
      change: row => ({
        ...objectiveBody(row),
        ...(ids !== undefined && { figures: figures.get(row.objectiveId) ?? null }),
      }),
    });
    return { status: 200, body: bodyOf<ResponseOf<'listObjectives'>>({ slos, next_cursor: next }) };
  };

type Listed = ResponseOf<'listObjectives'>['slos'][number];

/** What could be read of each, one after the other, until a response has waited long enough. */
async function* figuresInTime(
  rows: AsyncIterable<ObjectiveRow>,
  atMs: number | undefined,
  reads: ObjectiveReads & { readonly signal: AbortSignal },
): AsyncGenerator<readonly [string, Listed['figures']]> {
  const endsMs = performance.now() + limits.objectivesMs;
  for await (const row of rows) {
    if (performance.now() >= endsMs) return;
    const measured = await readObjective(row, atMs, reads).catch(withoutFigures);
    if (measured !== undefined) yield [row.objectiveId, figuresOf(row.objective, measured)];
  }
}

/** The warehouse may be away, or too slow for one of them. */
function withoutFigures(error: unknown): undefined {
  if (error instanceof Unavailable) return undefined;
  throw error;
}

/** GET /v1/slos/:id */
export const getObjective =
  (reads: StatedReads): Handler<'getObjective'> =>
  async ({ key, params: { id }, signal, ...request }) => {
    const atMs = asOfMs(request);
    const state = await reads.projections.state({ asOfMs: atMs, signal });
    const row = expectRow(objectiveResource, key.organizationId, id, state);
    const measured = await readObjective(row, atMs, { ...reads, signal });
    return {
      status: 200,
      body: { success: true, ...objectiveBody(row), ...figuresOf(row.objective, measured) },
    };
  };

/** GET /v1/slos/:id/history: the budget of the window, as its entry spans spent it. */
export const objectiveHistory =
  (reads: StatedReads): Handler<'objectiveHistory'> =>
  async ({ key, params: { id }, signal, ...request }) => {
    const atMs = asOfMs(request);
    const state = await reads.projections.state({ asOfMs: atMs, signal });
    const row = expectRow(objectiveResource, key.organizationId, id, state);
    const measured = await readObjective(row, atMs, { ...reads, signal });
    const { target } = row.objective;
    const { total } = countsWithin(measured.counted, measured);
    return {
      status: 200,
      body: {
        id: row.objectiveId,
        ...rangeBody(measured, total),
        step_seconds: stepSecondsOf(measured),
        allowed: budgetOf({ total, bad: 0 }, target).allowed,
        points: stepsOf(measured.counted, measured).map(step => pointOf(step, target, total)),
      },
    };
  };

/** The budget is that of the whole window from the first point on, so it only falls, and the last point is what is left. */
function pointOf({ startSeconds, total, bad, upTo }: Step, target: number, totalOfWindow: number) {
  const { spent, remaining, remainingPercent } = budgetOf(
    { total: totalOfWindow, bad: upTo.bad },
    target,
  );
  return {
    timestamp: instantOfSeconds(startSeconds),
    good: total - bad,
    total,
    burn_rate: burnRate({ total, bad }, target),
    spent,
    remaining,
    remaining_percent: remainingPercent,
  };
}
