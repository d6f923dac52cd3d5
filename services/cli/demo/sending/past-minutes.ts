import { SpanKind } from '@opentelemetry/api';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { minuteMs } from '../../../../schemas/durations.ts';
import { normal, type Random } from '../random.ts';
import { openProvider, type Target } from './provider.ts';

/** Requests of a service in minutes that are over. */
export type PastMinutes = {
  readonly service: string;
  readonly version: string;
  /** Since 1970, both included. */
  readonly firstMinute: number;
  readonly lastMinute: number;
  readonly medianMs: number;
};

export const requestsAMinute = 20;
/** How far apart quick and slow requests are. */
const spread = 0.25;

/** Sends them through an SDK of OpenTelemetry, back-dated; resolves when they have been exported. */
export async function sendPastMinutes(
  { service, version, firstMinute, lastMinute, medianMs }: PastMinutes,
  target: Target,
  random: Random,
): Promise<void> {
  const attributes = { 'service.name': service, 'service.version': version };
  const provider = openProvider(target, resourceFromAttributes(attributes));
  const tracer = provider.getTracer('shop', '1.0.0');
  for (let minute = firstMinute; minute <= lastMinute; minute++)
    for (let request = 0; request < requestsAMinute; request++) {
      const startTime = minute * minuteMs + (request * minuteMs) / requestsAMinute;
      const durationMs = Math.round(medianMs * Math.exp(spread * normal(random)));
      tracer
        .startSpan('GET /search', { kind: SpanKind.SERVER, startTime })
        .end(startTime + durationMs);
    }
  await provider.forceFlush();
  await provider.shutdown();
}
