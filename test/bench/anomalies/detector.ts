import { observeMinute } from '../../../domain/anomalies/detector.ts';
import { newSeries, type SeriesHistory } from '../../../domain/anomalies/series.ts';
import type { Minute } from './generator.ts';
import type { Detected } from './scorer.ts';
import { valueIn } from './values.ts';

/** The detector of the evaluator, minute by minute, with its history in memory. */
export function tidemark(minutes: readonly Minute[]): Detected[] {
  const history = historyInMemory();
  let state = newSeries((minutes[0]?.time ?? 0) / 60);
  return minutes.flatMap((minute, at) => {
    const values = {
      latency_p95: valueIn('latency_p95', minute),
      error_rate: valueIn('error_rate', minute),
      throughput: valueIn('throughput', minute),
    };
    const observed = { minute: minute.time / 60, requests: minute.n, values };
    const observation = observeMinute(state, observed, history);
    state = observation.state;
    return observation.changes.flatMap(({ type, metric }) =>
      type === 'open' ? [{ metric, at }] : [],
    );
  });
}

export function historyInMemory(): SeriesHistory {
  const recent = new Map<number, ReturnType<SeriesHistory['recent']>>();
  const seasons = new Map<number, Parameters<SeriesHistory['putSeason']>[1]>();
  return {
    recent: hour => recent.get(hour),
    putRecent: (hour, row) => {
      if (row === undefined) recent.delete(hour);
      else recent.set(hour, row);
    },
    season: hour => seasons.get(hour),
    putSeason: (hour, season) => seasons.set(hour, season),
  };
}
