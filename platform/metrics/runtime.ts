import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Running } from '../lifecycle.ts';
import type { Metrics } from './registry.ts';

const resolutionMs = 20;
const nanosPerSecond = 1e9;

/** How long this process keeps its event loop waiting, since the last time anybody asked; and its memory. */
export function startRuntimeMetrics(metrics: Metrics): Running {
  const delay = monitorEventLoopDelay({ resolution: resolutionMs });
  delay.enable();
  metrics.gauge(
    {
      name: 'nodejs.eventloop.delay',
      help: 'Delay of the event loop since the last reading.',
      unit: 's',
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
    { name: 'process.memory.usage', help: 'Resident memory of this process.', unit: 'By' },
    () => process.memoryUsage.rss(),
  );
  return {
    stop: async () => {
      delay.disable();
    },
  };
}
