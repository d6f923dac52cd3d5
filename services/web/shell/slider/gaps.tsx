import { useRead } from '../../data/use-read.ts';
import { lateSince } from '../late.ts';
import styles from './slider.module.css';

type GapsProps = { readonly fromMs: number; readonly toMs: number };

/** Grey where no telemetry is kept any more, hatched where it is on its way. */
export function Gaps({ fromMs, toMs }: GapsProps) {
  const { data } = useRead('me', { everyMs: 60_000 });
  if (data === undefined) return null;
  const keptMs = Date.parse(data.body.earliest.telemetry);
  const lateMs = lateSince(data);
  const share = (ms: number): number =>
    (Math.min(toMs, Math.max(fromMs, ms)) - fromMs) / Math.max(1, toMs - fromMs);
  return (
    <div className={styles.gaps}>
      {keptMs > fromMs && (
        <span
          className={styles.forgotten}
          title="No telemetry is kept from this time"
          style={{ width: `${share(keptMs) * 100}%` }}
        />
      )}
      {lateMs !== undefined && (
        <span
          className={styles.late}
          title="Telemetry of this time is on its way"
          style={{ left: `${share(lateMs) * 100}%` }}
        />
      )}
    </div>
  );
}
