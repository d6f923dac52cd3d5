import type { IncomingHttpHeaders } from 'node:http';
import type { Handler, HttpRequest } from '../../../../platform/http/handler.ts';
import { invalidRequest } from '../../../../platform/http/problem.ts';
import { eventStream } from '../../../../platform/http/responses/event-stream.ts';
import type { TopicLog } from '../../../../platform/topic-log/port.ts';
import type { AnomalyEvents } from '../../../../projections/anomalies/anomaly-events.ts';
import type { DomainState } from '../../../../projections/engine/read/history.ts';
import { dayMs } from '../../../../schemas/durations.ts';
import type { RequestOf, ResponseOf } from '../../../../schemas/http/routes.ts';
import type { OrganizationId } from '../../../../schemas/ids.ts';
import { topics } from '../../../../schemas/topics.ts';
import { instantOf } from '../figures.ts';
import type { RuleReads } from '../reads.ts';
import { backtestLimits } from './config.ts';
import { withMeasures } from './measured.ts';
import { readNoticeTargets } from './notices.ts';
import { resultOf } from './result.ts';
import {
  type Backtested,
  type BacktestRange,
  type BacktestWatching,
  type Progress,
  runBacktest,
} from './run-backtest.ts';
import type { ReplaySlots } from './slots.ts';
import { type Tried, triedRule } from './tried-rule.ts';
import { withProgress } from './with-progress.ts';

export type BacktestReads = Pick<RuleReads, 'projections' | 'warehouse'> & {
  readonly topicLog: Pick<TopicLog, 'lag' | 'read' | 'partitions'>;
  readonly anomalies: AnomalyEvents;
  readonly slots: ReplaySlots;
  /** Aborts when this process is about to stop. */
  readonly stopping: AbortSignal;
};

type Request = HttpRequest<'backtestAlertRules'>;
type Body = ResponseOf<'backtestAlertRules'>;

/** POST /v1/alert-rules/backtest: one response, or an event stream with progress for who asks for one. */
export const backtestAlertRules =
  (reads: BacktestReads): Handler<'backtestAlertRules'> =>
  async request => {
    const { key, body, signal, headers } = request;
    const range = rangeOf(request);
    const state = await reads.projections.state({ signal });
    const tried = await triedOf(body, key.organizationId, state);
    const leave = reads.slots.take(key.organizationId);
    const work = (gone: AbortSignal, onProgress: (progress: Progress) => void): Promise<Body> =>
      answer({ tried, range, organizationId: key.organizationId, state }, reads, gone, onProgress);
    if (wantsProgress(headers)) {
      const produce = (gone: AbortSignal) => withProgress(onProgress => work(gone, onProgress));
      const streamed = { 'Content-Type': 'text/event-stream', 'X-Accel-Buffering': 'no' };
      return { status: 200, headers: streamed, body: eventStream(produce, leave) };
    }
    try {
      return { status: 200, body: await work(signal, () => undefined) };
    } finally {
      leave();
    }
  };

const wantsProgress = ({ accept = '' }: IncomingHttpHeaders): boolean =>
  accept.includes('text/event-stream');

type Range = { readonly fromMs: number; readonly toMs: number };

function rangeOf({ body: { from: fromMs, to }, receivedAtMs }: Request): Range {
  const toMs = to ?? receivedAtMs;
  if (toMs > receivedAtMs)
    throw invalidRequest(`to lies in the future; it is ${instantOf(receivedAtMs)} now`);
  if (fromMs >= toMs) throw invalidRequest('expected from before to');
  const { rangeMsMax } = backtestLimits;
  if (toMs - fromMs > rangeMsMax)
    throw invalidRequest(`expected at most ${rangeMsMax / dayMs} days from \`from\` to \`to\``);
  return { fromMs, toMs };
}

function triedOf(
  { rule, compare, sweep }: RequestOf<'backtestAlertRules'>,
  organizationId: OrganizationId,
  state: DomainState,
): Promise<Tried[]> {
  if ((rule === undefined) === (compare === undefined))
    throw invalidRequest('expected either `rule` or `compare`');
  if (compare !== undefined && sweep !== undefined)
    throw invalidRequest('expected `rule` beside `sweep`: one rule is tried with each threshold');
  const compared = compare?.map((sent, at) => ({ sent, within: `compare.${at}` }));
  const rules = compared ?? (rule === undefined ? [] : [{ sent: rule, within: 'rule' }]);
  const thresholds = sweep?.thresholds ?? [undefined];
  return Promise.all(
    rules.flatMap(one =>
      thresholds.map(threshold => triedRule(one, threshold, organizationId, state)),
    ),
  );
}

type Asked = {
  readonly tried: readonly Tried[];
  readonly range: Range;
  readonly organizationId: OrganizationId;
  readonly state: DomainState;
};

async function answer(
  { tried, range, organizationId, state }: Asked,
  { topicLog, anomalies, warehouse, stopping }: BacktestReads,
  gone: AbortSignal,
  onProgress: (progress: Progress) => void,
): Promise<Body> {
  const { workMsMax } = backtestLimits;
  const timeout = AbortSignal.timeout(workMsMax);
  const signal = AbortSignal.any([gone, stopping, timeout]);
  const partitions = await topicLog.partitions(topics.windows);
  const of = { ...range, organizationId, partitions };
  const targets = await readNoticeTargets(organizationId, state);
  const reads = { topicLog, anomalies, warehouse };
  const { results, timeMs } = await triedOn(tried, of, reads, { signal, onProgress }).catch(
    (error: unknown) => {
      if (!timeout.aborted || gone.aborted) throw error;
      const seconds = workMsMax / 1000;
      throw invalidRequest(
        `this takes longer than ${seconds} s; use a shorter range or fewer rules`,
      );
    },
  );
  const knownMs = Math.max(0, timeMs - range.fromMs);
  return {
    success: true,
    from: instantOf(range.fromMs),
    to: instantOf(range.toMs),
    evaluated_up_to: timeMs === 0 ? null : instantOf(timeMs),
    results: tried.map((one, at) => resultOf(one, results[at] ?? [], { knownMs, targets })),
  };
}

async function triedOn(
  tried: readonly Tried[],
  range: BacktestRange,
  { warehouse, ...log }: Pick<BacktestReads, 'topicLog' | 'anomalies' | 'warehouse'>,
  watching: BacktestWatching,
): Promise<Backtested> {
  const measured: Tried[] = [];
  for (const one of tried)
    measured.push(await withMeasures(one, range, { warehouse, signal: watching.signal }));
  return runBacktest(measured, range, log, watching);
}
