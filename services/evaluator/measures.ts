import { isBurn } from '../../domain/alerts/burn-metric.ts';
import {
  type EvaluatedRule,
  isMeasuredRule,
} from '../../domain/alerts/evaluation/evaluated-rule.ts';
import type { Evaluation } from '../../domain/alerts/evaluation/evaluation.ts';
import { measureSettledMs } from '../../domain/alerts/evaluation/windows/slots.ts';
import type { Log } from '../../platform/log.ts';
import type { Turns } from '../../platform/shares/turns.ts';
import type { NewRecord, TopicLog } from '../../platform/topic-log/port.ts';
import type { AlertRuleId } from '../../schemas/alerts/ids.ts';
import { minuteMs } from '../../schemas/durations.ts';
import { type MeasureRecord, windowHeaders } from '../../schemas/telemetry/window-record.ts';
import { recordVersion, topics } from '../../schemas/topics.ts';
import { limits } from './config.ts';
import type { MeasureAsked, Measured } from './measure-rule.ts';
import type { Places } from './places.ts';

export type MeasuredOf = 'spans' | 'metrics';

export type Measuring = {
  readonly topicLog: Pick<TopicLog, 'append'>;
  readonly measure: (asked: MeasureAsked, signal: AbortSignal) => Promise<Measured>;
  /** All spans, or all points, that were received before it are in the warehouse, Unix ms; 0 while that is not known. */
  readonly measuredUpToMs: (of: MeasuredOf) => Promise<number>;
  /** All partitions of a process measure in turns, and so do their organizations. */
  readonly turns: Turns;
  readonly log: Pick<Log, 'warn'>;
};

type Partition = {
  readonly partition: number;
  readonly evaluation: Pick<Evaluation, 'timeMs' | 'rules'>;
  readonly places: Pick<Places, 'isNew'>;
  readonly signal: AbortSignal;
};

/**
 * Measures what does not follow from windows: once a minute for each rule, when the warehouse has what came in its
 * window. What was measured is recorded in the log of the partition, and rules are evaluated once that is read, so every
 * reader of the log comes to the same alerts.
 */
export function createMeasures(
  { partition, evaluation, places, signal }: Partition,
  { topicLog, measure, measuredUpToMs, turns, log }: Measuring,
) {
  const underWay = new Map<AlertRuleId, Promise<void>>();
  /** Until their records are read. */
  const sent = new Map<AlertRuleId, { readonly version: number; readonly toMs: number }>();
  const measureRule = async (of: EvaluatedRule, windowToMs: number): Promise<void> => {
    const leave = await turns.enter(of.organizationId, signal);
    try {
      const windowFromMs = windowToMs - of.rule.windowMinutes * minuteMs;
      const { organizationId, rule, ruleId, version: ruleVersion } = of;
      const range = { fromSeconds: windowFromMs / 1000, toSeconds: windowToMs / 1000 };
      const found = await measure({ organizationId, rule, ...range }, signal);
      const said = { ruleId, ruleVersion, windowFromMs, windowToMs, ...found };
      await topicLog.append(topics.windows, [recordOf(said, partition)]);
      sent.set(ruleId, { version: ruleVersion, toMs: windowToMs });
    } finally {
      leave();
    }
  };
  /** What fails is measured again in the next round. */
  const begin = (of: EvaluatedRule, windowToMs: number): void => {
    const failed = (error: unknown): void => {
      if (!signal.aborted) log.warn({ err: error, rule: of.ruleId }, 'rule not measured');
    };
    const over = (): void => void underWay.delete(of.ruleId);
    underWay.set(of.ruleId, measureRule(of, windowToMs).catch(failed).finally(over));
  };
  const windowOf = (
    { ruleId, version, measuredToMs = 0 }: EvaluatedRule,
    upToMs: number,
  ): number | undefined => {
    const last = sent.get(ruleId);
    const sentToMs = last?.version === version ? last.toMs : 0;
    return nextWindow(Math.max(sentToMs, measuredToMs), upToMs);
  };
  const isDue = (of: EvaluatedRule): boolean =>
    isMeasuredRule(of) && !underWay.has(of.ruleId) && windowOf(of, evaluation.timeMs) !== undefined;
  const beginAll = async (due: readonly EvaluatedRule[], what: MeasuredOf): Promise<void> => {
    if (due.length === 0) return;
    const upToMs = Math.min(evaluation.timeMs, await measuredUpToMs(what));
    for (const of of due) {
      const windowToMs = windowOf(of, upToMs);
      if (windowToMs !== undefined) begin(of, windowToMs);
    }
  };
  return {
    /** Begins what is due, and waits for none of it. */
    begin: async (): Promise<void> => {
      const { rules } = evaluation;
      for (const ruleId of sent.keys()) if (!rules.has(ruleId)) sent.delete(ruleId);
      const due = places.isNew() ? [...rules.values()].filter(isDue) : [];
      await beginAll(due.filter(isOfSpans), 'spans');
      await beginAll(
        due.filter(of => !isOfSpans(of)),
        'metrics',
      );
    },
    /** Resolves when nothing is under way. */
    idle: async (): Promise<void> => void (await Promise.all(underWay.values())),
  };
}

const isOfSpans = ({ rule }: EvaluatedRule): boolean => isBurn(rule.metric);

/**
 * The window that a rule measures next, by its end; undefined: none is due. What lies too far back is left out.
 *  lastMs  the end of the one before; 0: there was none
 *  upToMs  what came before it is known
 */
export function nextWindow(lastMs: number, upToMs: number): number | undefined {
  const newestMs = Math.floor((upToMs - measureSettledMs) / minuteMs) * minuteMs;
  if (newestMs <= lastMs) return undefined;
  if (lastMs === 0) return newestMs;
  return Math.max(lastMs + minuteMs, newestMs - limits.measuredWindowsMax * minuteMs);
}

const recordOf = (measure: MeasureRecord, partition: number): NewRecord => ({
  key: 'measure',
  partition,
  headers: { [windowHeaders.version]: recordVersion, [windowHeaders.kind]: 'measure' },
  value: Buffer.from(JSON.stringify(measure)),
});
