import type { Anomaly } from '../../anomalies/words.ts';
import { useNow } from '../../time/use-now.ts';
import { useTime } from '../../time/use-time.ts';
import { spanOf } from './span.ts';

/** The time of an anomaly, up to now or the instant that is looked at. */
export function useSpan(anomaly: Anomaly): ReturnType<typeof spanOf> {
  const { asOf } = useTime();
  const nowMs = useNow();
  return spanOf(anomaly, asOf === undefined ? nowMs : Date.parse(asOf));
}
