import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import type { Running } from '../lifecycle.ts';
import type { Metrics } from './registry.ts';

const resolutionMs = 20;
const nanosPerMs = 1e6;
const nanosPerSecond = 1e9;
const microsPerSecond = 1e6;

/** How much of the past one recording of the event loop has before the next begins. */
const recordingMs = 60_000;

/** What the process takes: the delay of its event loop, memory, processor time. */
export function startRuntimeMetrics(metrics: Metrics): Running {
  const delays = recordDelays();
  metrics.gauge('nodejs_eventloop_delay_seconds', () => {
    const delay = delays.last();
    const values = { p50: delay.percentile(50), p99: delay.percentile(99), max: delay.max };
    return (['p50', 'p99', 'max'] as const).map(statistic => ({
      labels: { statistic },
      // What is recorded is the time between two looks, which lie that far apart without any delay.
      value: Math.max(0, values[statistic] - resolutionMs * nanosPerMs) / nanosPerSecond,
    }));
  });
  metrics.gauge('process_memory_usage_bytes', () => process.memoryUsage.rss());
  metrics.observedCounter('process_cpu_seconds_total', () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / microsPerSecond;
  });
  const startedAtSeconds = Math.round(Date.now() / 1_000 - process.uptime());
  metrics.gauge('process_start_time_seconds', () => startedAtSeconds);
  return { stop: async () => delays.stop() };
}

/**
 * Two recordings that take turns. A reading resets none, so that two servers which scrape do not take each other's
 * delays away, and `last` always has the past minute.
 */
function recordDelays() {
  const record = (): IntervalHistogram => monitorEventLoopDelay({ resolution: resolutionMs });
  let [older, newer] = [record(), record()];
  older.enable();
  newer.enable();
  const timer = setInterval(() => {
    [older, newer] = [newer, older];
    newer.reset();
  }, recordingMs).unref();
  return {
    /** Of one to two minutes, or since the start. */
    last: () => older,
    stop: (): void => {
      clearInterval(timer);
      older.disable();
      newer.disable();
    },
  };
}
