import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Running } from '../lifecycle.ts';
import type { Metrics } from './registry.ts';

const resolutionMs = 20;
const nanosPerSecond = 1e9;

/** The delay of the event loop since the last reading, and the memory of this process. */
export function startRuntimeMetrics(metrics: Metrics): Running {
  const delay = monitorEventLoopDelay({ resolution: resolutionMs });
  delay.enable();
  metrics.gauge(
    {
      name: 'nodejs_eventloop_delay_seconds',
      help: 'Delay of the event loop since the last reading.',
      labels: ['statistic'],
    },
    () => {
      const values = { p50: delay.percentile(50), p99: delay.percentile(99), max: delay.max };
      delay.reset();
      return Object.entries(values).map(([statistic, nanos]) => ({
        labels: { statistic },
        value: nanos / nanosPerSecond,
      }));
    },
  );
  metrics.gauge(
    { name: 'process_memory_usage_bytes', help: 'Resident memory of this process.' },
    () => process.memoryUsage.rss(),
  );
  return {
    stop: async () => {
      delay.disable();
    },
  };
}
