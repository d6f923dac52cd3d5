import type { AnomalyBody } from '../../schemas/anomalies/parts.ts';
import { minuteMs } from '../../schemas/durations.ts';
import type { ResponseOf } from '../../schemas/http/routes.ts';
import type { WholeTidemark } from './cluster.ts';
import { freshSpan } from './otel-send.ts';
import { nanosOf } from './otlp.ts';
import type { Reader } from './reader.ts';
import { until } from './until.ts';

const requestsAMinute = 10;

/** An anomaly that the evaluator found: an hour of fast requests of a service, then three slow minutes. */
export async function shownAnomaly(
  server: WholeTidemark,
  ada: Reader,
  service: string,
): Promise<AnomalyBody> {
  const nowMinute = Math.floor(Date.now() / minuteMs);
  const send = async (first: number, last: number, latencyMs: number): Promise<void> => {
    const spans = Array.from({ length: (last - first + 1) * requestsAMinute }, (_, index) => {
      const minute = nowMinute + first + Math.floor(index / requestsAMinute);
      const endMs = minute * minuteMs + (index % requestsAMinute) * 5_000 + 1_000;
      return freshSpan({
        startTimeUnixNano: nanosOf(endMs - latencyMs),
        endTimeUnixNano: nanosOf(endMs),
      });
    });
    await ada.sendSpans(spans, { service });
    await server.caughtUp();
  };
  await send(-75, -11, 25);
  await send(-10, -8, 500);
  return until(`an anomaly of ${service}`, async () => {
    const path = `/v1/anomalies?service=${service}&metric=latency_p95`;
    return (await server.get<ResponseOf<'listAnomalies'>>(path, ada.key)).body.anomalies[0];
  });
}
