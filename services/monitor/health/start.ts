import { startConsumer } from '../../../platform/consumers/consume.ts';
import type { Keyring } from '../../../platform/keyring/port.ts';
import type { Running } from '../../../platform/lifecycle.ts';
import type { Log } from '../../../platform/log.ts';
import type { Metrics } from '../../../platform/metrics/registry.ts';
import type { Outbound } from '../../../platform/outbound/request.ts';
import type { TopicLog } from '../../../platform/topic-log/port.ts';
import { consumers } from '../../../schemas/topics.ts';
import { monitorPartition } from './partition.ts';
import type { HealthMonitoring } from './partition-run.ts';
import { openSendRequest } from './send-request.ts';

export type HealthMonitorOptions = Omit<HealthMonitoring, 'sendRequest' | 'topicLog'> & {
  readonly topicLog: TopicLog;
  readonly outbound: Pick<Outbound, 'inTurn'>;
  readonly keyring: Pick<Keyring, 'unseal'>;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly halted: (sentence: string) => void;
};

/** Monitors the health checks of the partitions of `samples` that this process owns, one beside the other. */
export function startHealthMonitor(options: HealthMonitorOptions): Promise<Running> {
  const { topicLog, log, halted, metrics } = options;
  const requests = metrics.counter('tidemark_health_check_requests_total');
  const send = openSendRequest(options);
  const dependencies: HealthMonitoring = {
    ...options,
    sendRequest: async (endpoint, signal) => {
      const result = await send(endpoint, signal);
      requests.add(1, { outcome: result.outcome });
      return result;
    },
  };
  return startConsumer({
    ...consumers.healthChecks,
    topicLog,
    log,
    halted,
    run: partition => monitorPartition(partition, dependencies),
  });
}
