import { instantText, spanText } from '../time/format.ts';
import { useZone } from '../time/zone.ts';
import { percentText } from '../ui/figures.ts';
import styles from './now-notices.module.css';

type NoticeTextsProps = {
  /** Unix ms up to which telemetry is complete; undefined while it is on time. */
  readonly completeMs: number | undefined;
  readonly nowMs: number;
  /** Of the quota of the month; undefined while there is room. */
  readonly usedPercent: number | undefined;
  readonly overQuota: 'reject' | 'park';
};

/** What is late, and how much of the quota is used. */
export function NoticeTexts({ completeMs, nowMs, usedPercent, overQuota }: NoticeTextsProps) {
  const zone = useZone();
  return (
    <>
      {completeMs !== undefined && (
        <p className={styles.notice}>
          Data are {spanText(nowMs - completeMs)} late: these pages are complete up to{' '}
          {instantText(completeMs, 'second', zone)}. Nothing is lost, it is on its way.
        </p>
      )}
      {usedPercent !== undefined && (
        <p className={styles.notice}>
          {usedPercent >= 100
            ? `The quota of this month is used up: further telemetry is ${overQuota === 'park' ? 'parked' : 'refused'} until the month ends or the plan changes.`
            : `${percentText(usedPercent)} of the quota of this month are used.`}
        </p>
      )}
    </>
  );
}
