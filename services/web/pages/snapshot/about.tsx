import type { ResponseOf } from '../../../../schemas/http/routes.ts';
import { serviceLink, spanLink, traceLink } from '../../links.ts';
import { wholeText } from '../../ui/figures.ts';
import { LinkTo } from '../../ui/page-link.tsx';
import { Foreign, Muted } from '../../ui/text.tsx';
import { Instant } from '../../ui/time.tsx';
import { placeOf } from '../snapshots/breakpoint.ts';
import styles from './snapshot.module.css';

/** Where and when it was taken, and in which trace. */
export function About({ snapshot }: { readonly snapshot: ResponseOf<'getSnapshot'> }) {
  const { service_name, breakpoint_id, trace_id, taken_at, number, capture } = snapshot;
  const span = capture?.span_id ?? null;
  return (
    <section className={styles.about} aria-label="About">
      {capture !== null && (
        <p>
          <strong>
            <Foreign>{placeOf(capture)}</Foreign>
          </strong>{' '}
          {capture.label !== '' && <Foreign>{capture.label}</Foreign>}
        </p>
      )}
      <p>
        Taken <Instant at={taken_at} isRelative /> in{' '}
        <LinkTo link={serviceLink(service_name)}>
          <Foreign>{service_name}</Foreign>
        </LinkTo>
        : capture {wholeText(number)} of{' '}
        <LinkTo link={{ to: '/snapshots', search: { breakpoint: breakpoint_id } }}>
          its breakpoint
        </LinkTo>
        .{' '}
        {trace_id !== null && (
          <LinkTo link={span === null ? traceLink(trace_id) : spanLink(trace_id, span)}>
            Open its trace
          </LinkTo>
        )}
      </p>
      {capture !== null && capture.masked > 0 && (
        <Muted>{wholeText(capture.masked)} values were masked by the server.</Muted>
      )}
    </section>
  );
}
