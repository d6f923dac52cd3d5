import { memo } from 'react';
import { traceLink } from '../../links.ts';
import table from '../../ui/data-table.module.css';
import { durationText, wholeText } from '../../ui/figures.ts';
import { LinkTo } from '../../ui/page-link.tsx';
import { ForeignLine, Muted } from '../../ui/text.tsx';
import { Instant } from '../../ui/time.tsx';
import type { Trace } from './trace.ts';
import styles from './traces.module.css';

type TraceRowProps = {
  readonly trace: Trace;
  /** Of the list: its bar is full. */
  readonly longestMs: number;
  readonly isChosen: boolean;
  readonly choose: (id: string) => void;
};

export const TraceRow = memo(function TraceRow(props: TraceRowProps) {
  const { trace, longestMs, isChosen, choose } = props;
  const { trace_id: id, operation_name, service_name, has_error, span_count, error_count } = trace;
  return (
    <tr data-chosen={isChosen || undefined}>
      <td className={styles.box}>
        <input
          type="checkbox"
          checked={isChosen}
          onChange={() => choose(id)}
          aria-label={`Compare trace ${id.slice(0, 8)}`}
        />
      </td>
      <td className={styles.start}>
        <Instant at={trace.start_time} />
      </td>
      <td className={styles.service}>
        <ForeignLine>{service_name || '–'}</ForeignLine>
      </td>
      <td className={styles.root}>
        <LinkTo link={traceLink(id)} className={styles.link}>
          <ForeignLine>{operation_name || `Trace ${id}, its root is not here`}</ForeignLine>
        </LinkTo>
      </td>
      <td className={styles.duration}>
        <Duration ms={trace.duration_ms} longestMs={longestMs} isFailed={has_error} />
      </td>
      <td className={table.number}>{wholeText(span_count)}</td>
      <td className={table.number}>
        {error_count === 0 ? (
          <Muted>0</Muted>
        ) : (
          <span className={styles.errors}>{wholeText(error_count)}</span>
        )}
      </td>
    </tr>
  );
});

type DurationProps = {
  readonly ms: number;
  readonly longestMs: number;
  readonly isFailed: boolean;
};

const Duration = ({ ms, longestMs, isFailed }: DurationProps) => (
  <div className={styles.measured}>
    <span className={styles.time}>{ms === 0 ? '< 1 ms' : durationText(ms)}</span>
    <span className={styles.track}>
      <span
        className={styles.bar}
        data-failed={isFailed || undefined}
        style={{ width: `${longestMs === 0 ? 0 : (ms / longestMs) * 100}%` }}
      />
    </span>
  </div>
);
