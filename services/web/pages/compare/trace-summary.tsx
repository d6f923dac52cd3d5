import type { ResponseOf } from '../../../../schemas/http/routes.ts';
import { traceLink } from '../../links.ts';
import { Badge } from '../../ui/badge.tsx';
import { durationText, wholeText } from '../../ui/figures.ts';
import { LinkTo } from '../../ui/page-link.tsx';
import { ForeignLine, Muted } from '../../ui/text.tsx';
import { Instant } from '../../ui/time.tsx';
import styles from './compare.module.css';

type TraceSummaryProps = {
  readonly name: 'A' | 'B';
  readonly trace: ResponseOf<'diffTraces'>['a'];
};

/** Which trace a letter stands for. */
export const TraceSummary = ({ name, trace }: TraceSummaryProps) => (
  <section className={styles.summary} aria-label={`Trace ${name}`}>
    <strong className={styles.letter} data-is={name}>
      {name}
    </strong>
    <div className={styles.what}>
      <LinkTo link={traceLink(trace.trace_id)}>
        <ForeignLine>{trace.operation_name || trace.trace_id}</ForeignLine>
      </LinkTo>
      <Muted>
        <ForeignLine>{trace.service_name}</ForeignLine>
      </Muted>
      <Muted>
        <Instant at={trace.start_time} />, {wholeText(trace.span_count)} spans
      </Muted>
    </div>
    <div className={styles.took}>
      <strong>{durationText(trace.duration_ms)}</strong>
      {trace.has_error ? (
        <Badge tone="critical">{wholeText(trace.error_count)} failed</Badge>
      ) : (
        <Badge tone="ok">no errors</Badge>
      )}
    </div>
  </section>
);
