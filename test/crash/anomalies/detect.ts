import { Evaluation } from '../../../domain/alerts/evaluation/evaluation.ts';
import { createTicks } from '../../../domain/alerts/evaluation/evaluator-time.ts';
import { createReceiving } from '../../../domain/alerts/evaluation/outages.ts';
import { createSeriesWindows } from '../../../domain/alerts/replay/series-windows.ts';
import { createKnownAnomalies } from '../../../domain/anomalies/known.ts';
import {
  type AnomalyAction,
  AnomalyWatch,
  type ScoredMinute,
} from '../../../domain/anomalies/watch.ts';
import type { TopicLog } from '../../../platform/topic-log/port.ts';
import { parseWindowsRecord } from '../../../projections/alerts/replay/windows-record.ts';
import type { DomainEvent } from '../../../schemas/events/event.ts';
import { consumers, topics } from '../../../schemas/topics.ts';
import { commandOf, send } from '../../../services/evaluator/commands.ts';
import { anomaliesOf, openEvaluatorWorld } from '../../support/evaluator-world.ts';
import { recordsOf } from '../deltas.ts';

export type DetectedScore = ScoredMinute & { readonly place: number };

export type Detected = {
  /** Of each series, metric and minute the last judgement. */
  readonly scores: ReadonlyMap<string, DetectedScore>;
  readonly events: readonly DomainEvent[];
  /** By partition of `windows`: up to where evaluators committed. */
  readonly committed: readonly number[];
  /** The evaluator's time there, the earliest of all partitions. */
  readonly timeMs: number;
};

/** What the detector says over the windows that are recorded, in one go from the first record to the committed one. */
export async function detectAgain(topicLog: TopicLog): Promise<Detected> {
  const world = openEvaluatorWorld([]);
  const scores = new Map<string, DetectedScore>();
  const partitions = await topicLog.partitions(topics.windows);
  const lags = await topicLog.lag(consumers.windows.group, topics.windows);
  const committed = Array.from(
    { length: partitions },
    (_, partition) => lags.find(lag => lag.partition === partition)?.committed ?? 0,
  );
  const times: number[] = [];
  for (const [partition, end] of committed.entries()) {
    const detector = openDetector(partition, scores);
    const actions: AnomalyAction[] = [];
    for await (const record of recordsOf(topics.windows, partition, topicLog)) {
      if (record.offset >= end) break;
      actions.push(...detector.apply(record));
    }
    times.push(detector.timeMs());
    const append: TopicLog['append'] = async (_, sent) => {
      for (const { value, headers } of sent) world.decide(value, headers);
      return [];
    };
    await send(
      actions.map(outcome => commandOf(outcome, { partition, offset: 0 })),
      { topicLog: { append }, clock: () => 0 },
    );
  }
  return { scores, events: world.events, committed, timeMs: Math.min(...times) };
}

type Recorded = Parameters<typeof parseWindowsRecord>[0];

/** The pure detector of one partition, with all that it knows in memory. */
function openDetector(partition: number, scores: Map<string, DetectedScore>) {
  let place = 0;
  const windows = createSeriesWindows();
  const watch = new AnomalyWatch({
    windows,
    anomalies: anomaliesOf(new Map()),
    wholeFrom: 0,
    held: new Map(),
    onScored: scored =>
      void scores.set(nameOf(scored.organizationId, scored), { ...scored, place }),
  });
  const nothing = (): void => undefined;
  const evaluation = new Evaluation(
    {
      partition,
      windows,
      sources: new Map(),
      ticks: createTicks(),
      receiving: createReceiving(),
      knownAnomalies: createKnownAnomalies(0),
      openAnomaliesAt: () => [],
    },
    { onEvaluated: nothing, onDeltaEvaluated: nothing, onOverlap: nothing, onUnknown: nothing },
    watch,
  );
  return {
    timeMs: () => evaluation.timeMs,
    apply: (record: Recorded): AnomalyAction[] => {
      place = record.offset;
      const said = parseWindowsRecord(record);
      if (said.kind === 'receiving') evaluation.receiving(said.mark);
      const outcomes =
        said.kind === 'tick'
          ? evaluation.tick(said.tick)
          : said.kind === 'delta'
            ? evaluation.delta(said.part, record.offset)
            : [];
      return [...outcomes].flatMap(one => (one?.type === 'anomaly' ? [one] : []));
    },
  };
}

export const nameOf = (
  organization: string,
  {
    service,
    metric,
    minute,
  }: { readonly service: string; readonly metric: string; readonly minute: number },
): string => `${organization}/${service} ${metric} ${minute}`;
