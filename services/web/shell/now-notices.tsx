import { lazy, Suspense } from 'react';
import { useRead } from '../data/use-read.ts';
import { useTime } from '../time/use-time.ts';
import { lateSince } from './late.ts';
import styles from './now-notices.module.css';

// Told rarely: not in the script of every visit.
const NoticeTexts = lazy(async () => ({
  default: (await import('./notice-texts.tsx')).NoticeTexts,
}));

/** Of the quota of a month, from which on it is told. */
const nearlyUsedPercent = 80;

/** What makes a page of now incomplete: data that are on their way, and a quota that keeps further ones out. */
export function NowNotices() {
  const { asOf } = useTime();
  const { data } = useRead('me', { everyMs: 60_000 });
  if (asOf !== undefined || data === undefined) return null;
  const { subscription } = data.body;
  const completeMs = lateSince(data);
  const used = subscription === null ? 0 : usedPercent(subscription.usage);
  const nearlyUsed = used >= nearlyUsedPercent ? used : undefined;
  return (
    <div role="status" className={styles.notices}>
      {(completeMs ?? nearlyUsed) !== undefined && (
        <Suspense>
          <NoticeTexts
            completeMs={completeMs}
            nowMs={data.sentAtMs}
            usedPercent={nearlyUsed}
            overQuota={subscription?.over_quota ?? 'reject'}
          />
        </Suspense>
      )}
    </div>
  );
}

type Usage = {
  readonly percentage: number;
  readonly bytes_used: number;
  readonly bytes_limit: number;
};

/** Of the traces or of the bytes, whichever is nearer to its end. */
export const usedPercent = ({ percentage, bytes_used, bytes_limit }: Usage): number =>
  Math.max(percentage, bytes_limit > 0 ? (bytes_used / bytes_limit) * 100 : 0);
