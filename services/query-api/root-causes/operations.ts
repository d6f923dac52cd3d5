import type { RootCauses } from '../../../schemas/root-causes/routes.ts';
import { mapInTurns } from '../bounds/in-turns.ts';
import { limits } from '../config.ts';
import { emptyHistogram, type Histogram, quantileMs } from '../windows/histogram.ts';
import { type QueryContext, readRows } from '../windows/window-metrics.ts';
import {
  type HistogramRow,
  histogramOf,
  selectHistograms,
  type WindowQuery,
} from '../windows/window-rows.ts';
import { figuresOf } from './change.ts';
import { rootCauseLimits } from './config.ts';

type Asked = Omit<WindowQuery, 'scope'>;
type Operation = RootCauses['operations'][number];

/** The busiest operations of a service in a range and in as much time before it, those that changed most first. */
export async function readOperationChanges(
  asked: Asked,
  reading: QueryContext,
): Promise<Operation[]> {
  const { fromSeconds, toSeconds } = asked.range;
  const earlier = { fromSeconds: fromSeconds - (toSeconds - fromSeconds), toSeconds: fromSeconds };
  const [now, before] = await Promise.all([
    readOperations(asked, reading),
    readOperations({ ...asked, range: earlier }, reading),
  ]);
  const changes = [...now].map(([name, histogram]) => ({
    name,
    now: histogram,
    before: before.get(name) ?? emptyHistogram,
  }));
  return changes
    .toSorted((left, right) => harmOf(right) - harmOf(left))
    .slice(0, rootCauseLimits.placesMax)
    .map(each => ({
      operation_name: each.name,
      now: figuresOf(each.now),
      before: figuresOf(each.before),
    }));
}

async function readOperations(
  asked: Asked,
  reading: QueryContext,
): Promise<ReadonlyMap<string, Histogram>> {
  const { sql, parameters } = selectHistograms(
    { ...asked, scope: 'requests' },
    { group: 'operation' },
  );
  const rows = await readRows<HistogramRow & { readonly name: string }>(
    {
      sql: `${sql} ORDER BY sum(n) DESC, name LIMIT {limit:UInt32}`,
      parameters: { ...parameters, limit: limits.operationsMax },
    },
    reading,
    { resultBytesMax: limits.histogramsBytesMax },
  );
  return new Map(await mapInTurns(rows, row => [row.name, histogramOf(row)] as const));
}

/** Errors beyond those of before, and then the milliseconds that its requests take longer: errors weigh more than any time. */
function harmOf({ now, before }: { readonly now: Histogram; readonly before: Histogram }): number {
  const usual = before.n === 0 ? 0 : (before.errors / before.n) * now.n;
  const slower = Math.max(0, quantileMs(now, 0.95) - quantileMs(before, 0.95));
  return Math.max(0, now.errors - usual) * errorWeightMs + (before.n === 0 ? 0 : slower * now.n);
}

const errorWeightMs = 60_000;
