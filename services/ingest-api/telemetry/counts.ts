import type { Metrics } from '../../../platform/metrics/registry.ts';
import type { OtlpDependencies } from './otlp.ts';

type Count = OtlpDependencies['count'];

/** Counters of what clients send, for both signals. */
export function openCounts(metrics: Metrics): { readonly spans: Count; readonly points: Count } {
  const bytes = metrics.counter({
    name: 'tidemark.ingest.bytes',
    help: 'Inflated bytes of request bodies.',
    unit: 'By',
  });
  const open = (name: string, what: string): Count => {
    const items = metrics.counter({
      name,
      help: `${what} by outcome: accepted are durable, refused were named to their sender.`,
    });
    return outcome => {
      items.add(outcome.accepted, { outcome: 'accepted' });
      if (outcome.refused > 0) items.add(outcome.refused, { outcome: 'refused' });
      bytes.add(outcome.bytes);
    };
  };
  return {
    spans: open('tidemark.ingest.spans', 'Spans'),
    points: open('tidemark.ingest.points', 'Data points'),
  };
}
