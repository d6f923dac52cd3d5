import type { Metrics } from '../../../platform/metrics/registry.ts';
import type { OtlpDependencies } from './otlp.ts';

type Count = OtlpDependencies['count'];

/** Counters of what clients send, for both signals. */
export function openCounts(metrics: Metrics): { readonly spans: Count; readonly points: Count } {
  const bytes = metrics.counter({
    name: 'tidemark_ingest_bytes_total',
    help: 'Inflated bytes of request bodies.',
  });
  const transcoded = metrics.counter({
    name: 'tidemark_ingest_json_bodies_total',
    help: 'Bodies in JSON by what transcoded them: compiled, or general for what the compiled transcoder does not know, at five times the time.',
    labels: ['transcoder'],
  });
  const open = (name: string, what: string): Count => {
    const items = metrics.counter({
      name,
      help: `${what} by outcome: accepted ones are durable, refused ones were reported to the sender.`,
      labels: ['outcome'],
    });
    return outcome => {
      items.add(outcome.accepted, { outcome: 'accepted' });
      if (outcome.refused > 0) items.add(outcome.refused, { outcome: 'refused' });
      bytes.add(outcome.bytes);
      if (outcome.transcoder) transcoded.add(1, { transcoder: outcome.transcoder });
    };
  };
  return {
    spans: open('tidemark_ingest_spans_total', 'Spans'),
    points: open('tidemark_ingest_points_total', 'Data points'),
  };
}
