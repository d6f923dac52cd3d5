import { equal } from 'node:assert/strict';
import { dayMs } from '../../schemas/durations.ts';
import type { Ask } from '../support/expected-state-queries.ts';
import { nanosOf } from '../support/otlp.ts';
import { gauge, metrics, protobufMetrics, requestType } from '../support/otlp-metrics.ts';
import type { Sender } from './load.ts';

/** A request with data points of the last days, no value of which was ever used before. */
export function daysOfPoints(count: number, days: number): Buffer {
  const nowMs = Date.now();
  const points = Array.from({ length: count }, (_, index) => ({
    timeUnixNano: nanosOf(nowMs - (index % days) * dayMs),
    asInt: String(BigInt(nowMs) * 1000n + BigInt(index)),
  }));
  return protobufMetrics(metrics([gauge('crash.points', points)]));
}

export async function sendPoints(url: string, { key }: Sender, body: Buffer): Promise<void> {
  const { status } = await fetch(`${url}/v1/metrics`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-protobuf', 'X-API-Key': key },
    body: new Uint8Array(body),
  });
  equal(status, 200);
}

/** How many of a request's points are not in the warehouse, and how many more than once. */
export async function pointsIn(ask: Ask, { organization }: Sender, body: Buffer) {
  const values = valuesOf(body);
  const rows = await ask(
    `SELECT toString(count()) AS n, toString(uniqExact(int_value)) AS different FROM metric_points
     WHERE organization = {organization:UUID} AND toString(int_value) IN {values:Array(String)}`,
    { organization, values },
  );
  const [found, different] = [Number(rows[0]?.n), Number(rows[0]?.different)];
  return { missing: values.length - different, surplus: found - different };
}

/** As text: they cross to another process. */
function valuesOf(body: Buffer): string[] {
  const text = JSON.stringify(requestType().decode(body).toJSON());
  return Array.from(text.matchAll(/"asInt":"(\d+)"/g), ([, value = '']) => value);
}
