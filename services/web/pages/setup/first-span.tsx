import { useRead } from '../../data/use-read.ts';
import { useTime } from '../../time/use-time.ts';
import { LinkTo } from '../../ui/page-link.tsx';
import styles from './setup.module.css';

const everyMs = 2_000;

/** Waits for the first service, and leads to what it sent. */
export function FirstSpan() {
  const { from, to } = useTime();
  const { data } = useRead('listServices', { query: { from, to }, everyMs });
  const count = data?.body.services.length;
  return (
    <p className={styles.first} role="status" data-arrived={Boolean(count) || undefined}>
      {count === undefined && 'Looking for telemetry…'}
      {count === 0 && 'Nothing arrived in this range yet. This line changes when a span arrives.'}
      {Boolean(count) && (
        <>
          {count === 1 ? 'A service sends' : `${count} services send`} telemetry.{' '}
          <LinkTo link={{ to: '/' }}>Go to the overview</LinkTo>
        </>
      )}
    </p>
  );
}
