import { neverFired } from '../../../../domain/alerts/replay/life.ts';
import type { Replayed } from '../../../../domain/alerts/replay/replayed.ts';
import {
  type ReplayDependencies,
  replayLog,
} from '../../../../projections/alerts/replay/replay-log.ts';
import { type Stretch, stretchesOf } from '../../../../projections/alerts/replay/rule-life.ts';
import { alertRuleId } from '../../../../schemas/alerts/ids.ts';
import type { OrganizationId } from '../../../../schemas/ids.ts';
import { partitionOf } from '../../../../schemas/partition.ts';
import { globalService } from '../../../../schemas/telemetry/window-record.ts';
import { requiredFromMs, settledFromMs } from './recorded-rule.ts';
import type { Tried } from './tried-rule.ts';

export type BacktestRange = {
  readonly organizationId: OrganizationId;
  /** Of the topic `windows`. */
  readonly partitions: number;
  readonly fromMs: number;
  readonly toMs: number;
};

export type BacktestWatching = {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
};

export type Progress = { readonly done: number; readonly timeMs: number };

/** What became of each tried rule, in their order, and how far the evaluator's time is known. */
export type Backtested = {
  readonly results: readonly (readonly Replayed[])[];
  readonly timeMs: number;
};

/** Stretches that are read in one pass over the log. */
type Pass = Pick<Stretch, 'partition' | 'fromMs' | 'toMs'> & {
  readonly requiredMs: number;
  readonly lives: { readonly tried: number; readonly life: Stretch['life'] }[];
};

/** Rules that look at the same part of the log share one pass over it. */
export async function runBacktest(
  tried: readonly Tried[],
  range: BacktestRange,
  dependencies: ReplayDependencies,
  watching: BacktestWatching,
): Promise<Backtested> {
  const { fromMs, toMs } = range;
  const passes = passesOf(tried, range);
  const results = tried.map((): Replayed[] => []);
  let knownMs = 0;
  for (const [index, { partition, lives, ...pass }] of passes.entries()) {
    const onTime = (timeMs: number): void => {
      const share = (timeMs - pass.fromMs) / (pass.toMs - pass.fromMs);
      const done = (index + Math.min(1, Math.max(0, share))) / passes.length;
      watching.onProgress({ done, timeMs: Math.min(timeMs, toMs) });
    };
    const { rules, timeMs } = await replayLog(
      lives.map(({ life }) => life),
      { ...pass, partition, startMs: pass.fromMs, fromMs },
      dependencies,
      { signal: watching.signal, onTime },
    );
    for (const { tried: at, life } of lives) {
      const replayed = rules.get(life.ruleId);
      if (replayed !== undefined) results[at]?.push(replayed);
    }
    knownMs = Math.max(knownMs, Math.min(timeMs, toMs));
  }
  return { results, timeMs: knownMs };
}

function passesOf(tried: readonly Tried[], range: BacktestRange): Pass[] {
  const passes = new Map<string, Pass>();
  for (const [index, one] of tried.entries())
    for (const { partition, fromMs, toMs, life } of stretchesIn(one, range)) {
      const name = `${partition} ${fromMs} ${toMs}`;
      const required = one.recorded ? requiredFromMs(one.recorded, range.fromMs) : fromMs;
      const requiredMs = Math.max(fromMs, required);
      const pass = passes.get(name) ?? { partition, fromMs, toMs, requiredMs, lives: [] };
      passes.set(name, pass);
      // One rule may be tried twice.
      const recordedId = life.ruleId;
      const own = { ...life, recordedId, ruleId: alertRuleId(`${index}`) };
      pass.lives.push({ tried: index, life: own });
    }
  return [...passes.values()];
}

function stretchesIn({ rule, recorded, measures = [] }: Tried, range: BacktestRange): Stretch[] {
  const { organizationId, partitions, fromMs, toMs } = range;
  if (recorded !== undefined) {
    const settled = { partitions, fromMs: settledFromMs(recorded, fromMs), toMs };
    return stretchesOf(recorded, settled);
  }
  const service = rule.scope.type === 'service' ? rule.scope.service : globalService;
  const partition = partitionOf(`${organizationId}/${service}`, partitions);
  const step = {
    place: { kind: 'begins', tickMs: fromMs },
    version: 1,
    rule,
    runningCounts: true,
  } as const;
  const life = {
    ruleId: alertRuleId(''),
    organizationId,
    measures,
    steps: [step],
    endedByUser: new Set<number>(),
    before: () => neverFired,
  };
  return [{ partition, fromMs, toMs, life }];
}
