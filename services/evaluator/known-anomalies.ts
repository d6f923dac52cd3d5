import type { Evaluation } from '../../domain/alerts/evaluation/evaluation.ts';
import type { KnownAnomalies } from '../../domain/anomalies/known.ts';
import type { NewRecord, TopicLog } from '../../platform/topic-log/port.ts';
import type { AnomalyEvents } from '../../projections/anomalies/anomaly-events.ts';
import { type AnomaliesRecord, windowHeaders } from '../../schemas/telemetry/window-record.ts';
import { recordVersion, topics } from '../../schemas/topics.ts';
import { limits } from './config.ts';
import type { Places } from './places.ts';

type Publishing = {
  readonly partition: number;
  readonly evaluation: Pick<Evaluation, 'timeMs'>;
  readonly known: KnownAnomalies;
  readonly places: Pick<Places, 'current' | 'isNew'>;
};

/**
 * Anomalies are detected on several partitions, and known here as soon as their events are. From where on they are
 * known is recorded in the log of the partition, and rules are evaluated once that is read: every reader of the log
 * evaluates them with the same anomalies.
 */
export function createKnownRecords(
  { partition, evaluation, known, places }: Publishing,
  {
    topicLog,
    events,
  }: { readonly topicLog: Pick<TopicLog, 'append'>; readonly events: AnomalyEvents },
) {
  /** The latest that was sent, until it is read. */
  let sent: { readonly position: number; readonly offset: number } | undefined;
  const isDue = (position: number): boolean => {
    if (position > Math.max(known.position, sent?.position ?? -1)) return true;
    const { saidAgainMs } = limits;
    return sent === undefined && (!known.isSure || evaluation.timeMs - known.saidMs >= saidAgainMs);
  };
  return {
    publish: async (): Promise<void> => {
      if (!places.isNew() || evaluation.timeMs === 0) return;
      const offset = places.current();
      if (sent !== undefined && sent.offset < offset) sent = undefined;
      const position = Math.max(known.position, events.latest());
      if (!isDue(position)) return;
      const said = recordOf({ position, after: offset }, partition);
      const [place] = await topicLog.append(topics.windows, [said]);
      sent = { position, offset: place?.offset ?? offset };
    },
  };
}

const recordOf = (known: AnomaliesRecord, partition: number): NewRecord => ({
  key: 'anomalies',
  partition,
  headers: { [windowHeaders.version]: recordVersion, [windowHeaders.kind]: 'anomalies' },
  value: Buffer.from(JSON.stringify(known)),
});
