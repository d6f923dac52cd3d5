import { freshWork } from '../../platform/async/fresh-work.ts';
import type { Metrics } from '../../platform/metrics/registry.ts';
import { adminLimits } from './config.ts';
import { readConsumerLag } from './consumer-lag.ts';
import type { AdminContext } from './context.ts';
import { openDeadLetterCounts } from './dead/dead-letter-counts.ts';

type StatusContext = Pick<
  AdminContext,
  'platform' | 'consumers' | 'projections' | 'halted' | 'version'
> & {
  /** Whether a role of this process needs the topic log; others do not read it for their metrics. */
  readonly usesTopicLog: boolean;
};

/** What `status` shows, as metrics. What an engine is asked for serves all scrapes for a while. */
export function exposeStatus(metrics: Pick<Metrics, 'gauge'>, context: StatusContext): void {
  const { version, halted, projections, usesTopicLog } = context;
  const build = { version, node_version: process.versions.node };
  metrics.gauge('tidemark_build_info', () => [{ labels: build, value: 1 }]);
  metrics.gauge('tidemark_partitions_halted', () => halted().length);
  const projectionLag = freshWork(projections.lag, adminLimits.lagFreshMs);
  metrics.gauge('tidemark_projection_lag_positions', async () =>
    (await projectionLag()).map(({ name, lag }) => ({ labels: { projection: name }, value: lag })),
  );
  if (usesTopicLog) exposeTopics(metrics, context);
}

function exposeTopics(metrics: Pick<Metrics, 'gauge'>, context: StatusContext): void {
  const consumerLag = freshWork(() => readConsumerLag(context), adminLimits.lagFreshMs);
  metrics.gauge('tidemark_consumer_lag_records', async () =>
    (await consumerLag()).map(({ group, topic, partition, lag }) => ({
      labels: { group, topic, partition: String(partition) },
      value: lag,
    })),
  );
  const deadLetters = freshWork(
    openDeadLetterCounts(context.platform.topicLog),
    adminLimits.deadLettersFreshMs,
  );
  metrics.gauge('tidemark_dead_letters', async () =>
    (await deadLetters()).map(({ topic, count }) => ({ labels: { topic }, value: count })),
  );
}
