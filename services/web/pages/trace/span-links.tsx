import type { ResponseOf } from '../../../../schemas/http/routes.ts';
import { traceLink } from '../../links.ts';
import { LinkTo } from '../../ui/page-link.tsx';
import { Attributes } from './attributes.tsx';
import styles from './span.module.css';

type Links = ResponseOf<'getTraceSpan'>['spans'][number]['links'];

const shownMax = 100;

/** Spans of this trace or others that a span names. */
export function SpanLinks({ links }: { readonly links: Links }) {
  if (links.length === 0) return null;
  return (
    <>
      <h3>Links</h3>
      {links.slice(0, shownMax).map(({ trace_id, span_id, attributes }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a span may name another more than once.
        <div key={index} className={styles.link}>
          <LinkTo link={{ ...traceLink(trace_id), search: { span: span_id } }}>
            Span <code>{span_id}</code> of trace <code>{trace_id}</code>
          </LinkTo>
          <Attributes title="" values={attributes} />
        </div>
      ))}
      {links.length > shownMax && <p>and {links.length - shownMax} more</p>}
    </>
  );
}
