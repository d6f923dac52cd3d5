import type { Metrics } from '../../../platform/metrics/registry.ts';
import type { OtlpDependencies } from './otlp.ts';

type Count = OtlpDependencies['count'];

/** Counters of what clients send, for both signals. */
export function openCounts(
  metrics: Metrics,
  clock: () => number,
): { readonly spans: Count; readonly points: Count } {
  const bytes = metrics.counter('tidemark_ingest_bytes_total');
  const transcoded = metrics.counter('tidemark_ingest_json_bodies_total');
  let lastAtMs: number | undefined;
  metrics.gauge('tidemark_ingest_last_accepted_timestamp_seconds', () =>
    lastAtMs === undefined ? undefined : lastAtMs / 1_000,
  );
  const open = (name: `tidemark_ingest_${'spans' | 'points'}_total`): Count => {
    const items = metrics.counter(name);
    return outcome => {
      if (outcome.accepted > 0) lastAtMs = clock();
      items.add(outcome.accepted, { outcome: 'accepted' });
      if (outcome.refused > 0) items.add(outcome.refused, { outcome: 'refused' });
      bytes.add(outcome.bytes);
      if (outcome.transcoder) transcoded.add(1, { transcoder: outcome.transcoder });
    };
  };
  return {
    spans: open('tidemark_ingest_spans_total'),
    points: open('tidemark_ingest_points_total'),
  };
}
