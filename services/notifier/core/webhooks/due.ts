import { attemptsPerEvent, failingMsMax } from './limits.ts';
import type { DueDelivery, WebhookTarget } from './target.ts';

/** What is sent to a target now: what waits for a further attempt, and then first attempts in their order. */
export function dueDeliveries(
  { queue, retries }: WebhookTarget,
  nowMs: number,
): readonly DueDelivery[] {
  const due: DueDelivery[] = [];
  for (const delivery of retries.values()) if (delivery.nextAtMs <= nowMs) due.push(delivery);
  for (const delivery of queue.values()) {
    if (due.length >= attemptsPerEvent) break;
    due.push(delivery);
  }
  return due.slice(0, attemptsPerEvent);
}

/** When a target will be due although nothing happens. */
export function nextDueAtMs({ queue, retries }: WebhookTarget): number {
  if (queue.size > 0) return 0;
  let firstMs = Number.POSITIVE_INFINITY;
  for (const { nextAtMs } of retries.values()) firstMs = Math.min(firstMs, nextAtMs);
  return firstMs;
}

/** Whether an endpoint that fails is to be disabled. */
export const isGivenUp = ({ enabled, failingSinceMs }: WebhookTarget, nowMs: number): boolean =>
  enabled && failingSinceMs !== undefined && nowMs - failingSinceMs >= failingMsMax;
