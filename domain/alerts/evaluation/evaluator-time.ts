import type { TickRecord } from '../../../schemas/telemetry/window-record.ts';

/** How far the source partitions have come; a tick is applied as a maximum. */
export type Ticks = { sources: number; readonly reached: Map<number, number> };

export const createTicks = (): Ticks => ({ sources: 0, reached: new Map() });

export function takeTick(ticks: Ticks, record: TickRecord): void {
  ticks.sources = record.sources;
  for (const { source, receivedUpToMs } of record.ticks) {
    ticks.reached.set(source, Math.max(receivedUpToMs, ticks.reached.get(source) ?? 0));
  }
}

/** The evaluator's time, Unix ms: every window of what was received before it is known. 0: not known yet. */
export const evaluatorTimeMs = ({ sources, reached }: Ticks): number =>
  sources === 0 || reached.size < sources ? 0 : Math.min(...reached.values());
