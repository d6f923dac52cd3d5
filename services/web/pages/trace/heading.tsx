import type { ResponseOf } from '../../../../schemas/http/routes.ts';
import { Badge } from '../../ui/badge.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { durationText, wholeText } from '../../ui/figures.ts';
import { ServiceName } from '../../ui/page-link.tsx';
import { Foreign, Muted } from '../../ui/text.tsx';
import { Instant } from '../../ui/time.tsx';
import styles from './trace.module.css';

type HeadingProps = { readonly outline: ResponseOf<'getTraceOutline'> };

/** What the trace is, in one line and the next. */
export function Heading({ outline: { trace, spans, is_whole: isWhole } }: HeadingProps) {
  return (
    <>
      <span className={styles.title} title={trace.operation_name.slice(0, 1_000)}>
        <Foreign>{trace.operation_name.slice(0, 1_000)}</Foreign>
      </span>
      <span className={styles.facts}>
        <ServiceName>{trace.service_name}</ServiceName>
        <span>{durationText(trace.duration_ms)}</span>
        <span>{wholeText(trace.span_count)} spans</span>
        {trace.error_count > 0 ? (
          <Badge tone="critical">{wholeText(trace.error_count)} failed</Badge>
        ) : (
          <Badge tone="ok">nothing failed</Badge>
        )}
        {!isWhole && <Badge tone="warning">the first {wholeText(spans)} spans are shown</Badge>}
        <Instant at={trace.start_time} isRelative />
        <Muted>
          <code>{trace.trace_id}</code>
        </Muted>
        <CopyButton text={trace.trace_id} />
      </span>
    </>
  );
}
