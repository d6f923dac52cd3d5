import type { ResponseOf } from '../../../../schemas/http/routes.ts';
import { relativeText, spanText } from '../../time/format.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { wholeText } from '../../ui/figures.ts';
import { Figure, Figures } from '../../ui/layout.tsx';
import { Foreign } from '../../ui/text.tsx';
import { Instant } from '../../ui/time.tsx';
import styles from './operate.module.css';
import { sentenceOf } from './words.ts';

type SummaryProps = {
  readonly status: ResponseOf<'adminStatus'>;
  /** When the server said so, by its own clock. */
  readonly atMs: number;
};

/** One sentence about the server, and its figures. */
export function Summary({ status, atMs }: SummaryProps) {
  const { cause, head, last_data_at: lastDataAt, started_at: startedAt } = status;
  return (
    <div className={styles.summary}>
      <p role="status" className={styles.sentence}>
        <Badge tone={toneOf(status)}>{status.status}</Badge>
        <Foreign>{cause === null ? 'Nothing is wrong.' : sentenceOf(cause)}</Foreign>
      </p>
      <Figures>
        <Figure
          name="Last data"
          value={lastDataAt === null ? 'none yet' : agoText(Date.parse(lastDataAt), atMs)}
          about={lastDataAt !== null && <Instant at={lastDataAt} />}
        />
        <Figure
          name="Last event"
          value={head === null ? 'not known' : head < 0 ? 'none yet' : wholeText(head)}
          about="position in the event store"
        />
        <Figure
          name="Up for"
          value={spanText(atMs - Date.parse(startedAt))}
          about={<Instant at={startedAt} />}
        />
        <Figure name="Version" value={status.version} about={status.roles.join(', ')} />
      </Figures>
    </div>
  );
}

/** The server's clock is told in whole seconds, so what just came would be yet to come. */
const agoText = (ms: number, atMs: number): string => relativeText(ms, Math.max(ms, atMs));

function toneOf({ cause, status }: SummaryProps['status']): Tone {
  if (cause === null) return 'ok';
  return status === 'ready' ? 'warning' : 'critical';
}
