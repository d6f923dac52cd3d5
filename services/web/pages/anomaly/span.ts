import type { Anomaly } from '../../anomalies/words.ts';

const minuteMs = 60_000;

/** Shown before and after. */
const aroundMs = 30 * minuteMs;

/** A response has at most seven days. */
const shownMsMax = 6 * 24 * 60 * minuteMs;

/** The time of an anomaly with some before it and after it, up to now, in whole minutes. */
export function spanOf(
  {
    metrics,
    detected_at,
    ended_at,
  }: Pick<Anomaly, 'detected_at' | 'ended_at'> & {
    readonly metrics: readonly { readonly window: { readonly from: string } }[];
  },
  nowMs: number,
) {
  const begins = metrics.map(({ window }) => Date.parse(window.from));
  const firstMs = Math.min(Date.parse(detected_at), ...begins);
  const lastMs = ended_at === null ? nowMs : Date.parse(ended_at) + aroundMs;
  const fromMs = floored(firstMs - aroundMs);
  const toMs = Math.max(fromMs + minuteMs, Math.min(ceiled(nowMs), ceiled(lastMs)));
  const shownTo = Math.min(toMs, fromMs + shownMsMax);
  return {
    fromMs,
    toMs: shownTo,
    from: new Date(fromMs).toISOString(),
    to: new Date(shownTo).toISOString(),
  };
}

const floored = (ms: number): number => Math.floor(ms / minuteMs) * minuteMs;
const ceiled = (ms: number): number => Math.ceil(ms / minuteMs) * minuteMs;
