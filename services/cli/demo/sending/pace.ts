import { setTimeout as pause } from 'node:timers/promises';
import { seededRandom } from '../random.ts';
import { type Incident, lastEndMicros, type PlannedSpan, planRequest } from '../shop/traffic.ts';
import type { Senders } from './senders.ts';

export type TrafficPlan = {
  readonly seed: number;
  readonly trafficMs: number;
  readonly requestsPerSecond: number;
};

export type Progress = {
  readonly elapsedMs: number;
  /** The incident that is going on. */
  readonly incident: Incident | undefined;
};

type Planned = { readonly request: PlannedSpan; readonly startMs: number; readonly endMs: number };

const tickMs = 50;

/** Shares of the run between which one service has a bad time. */
const incidentFrom = 0.55;
const incidentTo = 0.72;
const incident: Incident = { service: 'payments', slower: 6, failing: 0.12 };

/**
 * Sends requests in real time. Each is handed to the SDKs when its last span has ended, as SDKs do,
 * so no instant lies ahead of the clock.
 */
export async function sendTraffic(
  { seed, trafficMs, requestsPerSecond }: TrafficPlan,
  senders: Senders,
  progress: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<void> {
  const random = seededRandom(seed);
  const startMs = Date.now();
  const spacingMs = 1000 / requestsPerSecond;
  let planned = 0;
  let underWay: readonly Planned[] = [];
  for (;;) {
    const elapsedMs = Date.now() - startMs;
    const due = Math.floor(Math.min(elapsedMs, trafficMs) / spacingMs);
    const fresh: Planned[] = [];
    for (; planned < due; planned++) {
      const request = planRequest(random, incidentAt(planned * spacingMs, trafficMs));
      const begin = Math.round(startMs + planned * spacingMs);
      fresh.push({ request, startMs: begin, endMs: begin + lastEndMicros(request) / 1000 });
    }
    underWay = sendEnded([...underWay, ...fresh], senders);
    if (elapsedMs >= trafficMs && underWay.length === 0) return;
    progress({ elapsedMs, incident: incidentAt(elapsedMs, trafficMs) });
    await pause(tickMs, undefined, { signal });
  }
}

function sendEnded(requests: readonly Planned[], senders: Senders): readonly Planned[] {
  const nowMs = Date.now();
  for (const { request, startMs, endMs } of requests) {
    if (endMs <= nowMs) senders.send(request, startMs);
  }
  return requests.filter(({ endMs }) => endMs > nowMs);
}

const incidentAt = (elapsedMs: number, trafficMs: number): Incident | undefined =>
  elapsedMs >= incidentFrom * trafficMs && elapsedMs < incidentTo * trafficMs
    ? incident
    : undefined;
