import type { Engines } from '../../../platform/config/engines.ts';
import { openPositionTokens } from '../../../platform/consumers/position.ts';
import { subscriptions } from '../../../projections/billing/subscriptions.ts';
import { limits } from '../config.ts';
import type { IngestShared } from '../shared.ts';
import type { BodyCompression } from '../validate/kept-body.ts';
import { createOtlpValidator } from '../validate/open.ts';
import { openCounts } from './counts.ts';
import { exportMetrics } from './metrics.ts';
import { recentIngest } from './recent.ts';
import { exportTraces } from './traces.ts';
import { openUnnamed } from './unnamed.ts';

/** A body that Kafka takes as it is shares a batch with others, which is compressed as a whole. */
function bodyCompression({ kafka }: Engines): BodyCompression | undefined {
  if (kafka === undefined) return { codec: 'zstd', bytesMin: limits.compressedBytesMin };
  if (kafka.compression === 'none') return undefined;
  return { codec: kafka.compression, bytesMin: limits.recordBytesMax + 1 };
}

export const telemetry = {
  projections: [subscriptions],
  handlers: (shared: IngestShared) => {
    const { appended } = shared.admission;
    const compression = bodyCompression(shared.configuration.engines);
    const unnamed = openUnnamed(shared.log);
    const positions = openPositionTokens(shared.keyring);
    const otlp = {
      ...shared,
      positions,
      unnamed,
      appended,
      examine: createOtlpValidator(),
      compression,
    };
    const counts = openCounts(shared.metrics, shared.clock);
    return {
      exportTraces: exportTraces({ ...otlp, count: counts.spans }),
      exportMetrics: exportMetrics({ ...otlp, count: counts.points }),
      recentIngest: recentIngest(shared),
    };
  },
};
