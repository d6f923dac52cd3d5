import type { Transition } from '../../../../domain/alerts/replay/transition.ts';
import type { AlertHistoryRow } from '../../../../projections/alerts/alert-history.ts';
import {
  type ReplayDependencies,
  replayLog,
} from '../../../../projections/alerts/replay/replay-log.ts';
import { type RecordedRule, stretchesOf } from '../../../../projections/alerts/replay/rule-life.ts';
import { requiredFromMs, settledFromMs } from '../backtest/recorded-rule.ts';

type Fired = Extract<Transition, { readonly type: 'triggered' }>;

/** What fires at the time at which an alert fired, from what was known then; undefined: nothing does. */
export async function recompute(
  { tickMs, window, ruleVersion }: AlertHistoryRow,
  rule: RecordedRule,
  partitions: number,
  dependencies: ReplayDependencies,
  signal: AbortSignal,
): Promise<Fired | undefined> {
  // The alert itself and what came after it were not known.
  const alerts = rule.alerts.filter(before => before.window.toMs < window.toMs);
  const versions = rule.versions.filter(
    of => of.adopted !== undefined || of.version <= ruleVersion,
  );
  const fromMs = settledFromMs(rule, tickMs);
  const known = { ...rule, versions, alerts };
  const fired: Fired[] = [];
  for (const { partition, life, ...of } of stretchesOf(known, {
    partitions,
    fromMs,
    toMs: tickMs,
  })) {
    const requiredMs = Math.max(of.fromMs, requiredFromMs(rule, tickMs));
    const range = { partition, startMs: of.fromMs, requiredMs, fromMs: tickMs, toMs: of.toMs };
    const { rules } = await replayLog([life], range, dependencies, { signal });
    const { transitions = [] } = rules.get(rule.ruleId) ?? {};
    fired.push(...transitions.filter(one => one.type === 'triggered'));
  }
  return fired[0];
}
