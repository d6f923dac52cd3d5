import type { ResponseOf } from '../../../../schemas/http/routes.ts';
import { Badge } from '../../ui/badge.tsx';
import { durationText } from '../../ui/figures.ts';
import { LongText } from '../../ui/long-text.tsx';
import { Muted } from '../../ui/text.tsx';
import { Instant } from '../../ui/time.tsx';
import { Attributes } from './attributes.tsx';
import { ReplayOf } from './replay-of.tsx';
import spanStyles from './span.module.css';
import { SpanEvents } from './span-events.tsx';
import { SpanLinks } from './span-links.tsx';
import styles from './trace.module.css';

type Span = ResponseOf<'getTraceSpan'>['spans'][number];

const nanosOfMs = 1e6;

/** Everything that a span says of itself. */
export const WholeSpan = ({ span }: { readonly span: Span }) => (
  <div className={spanStyles.whole}>
    <p className={styles.facts}>
      <Badge tone={tone(span.status_code)}>{span.status_code.toLowerCase()}</Badge>
      <span>{span.kind.toLowerCase()}</span>
      <span>{durationText(Number(span.duration_ns) / nanosOfMs)}</span>
      <Instant at={span.start_time} />
    </p>
    {span.status_message !== '' && <LongText>{span.status_message}</LongText>}
    <ReplayOf attributes={span.attributes} />
    <SpanEvents span={span} />
    <Attributes title="Attributes" values={span.attributes} />
    <SpanLinks links={span.links} />
    <Attributes title="Resource" values={span.resource.attributes} />
    <Muted>{aboutOf(span)}</Muted>
  </div>
);

const tone = (status: string) =>
  status === 'ERROR' ? 'critical' : status === 'OK' ? 'ok' : 'muted';

/** Where a span is from, and what its sender left out of it. */
function aboutOf(span: Span): string {
  const left = [
    [span.dropped_attributes_count, 'attributes'],
    [span.dropped_events_count, 'events'],
    [span.dropped_links_count, 'links'],
  ] as const;
  const dropped = left.filter(([count]) => count > 0).map(([count, of]) => `${count} ${of}`);
  return [
    `Span ${span.span_id}`,
    ...(span.scope_name === '' ? [] : [`made by ${span.scope_name} ${span.scope_version}`.trim()]),
    ...(dropped.length === 0 ? [] : [`its sender left out ${dropped.join(', ')}`]),
  ].join('; ');
}
