import type { ResponseOf } from '../../../../schemas/http/routes.ts';
import { Columns } from '../../ui/layout.tsx';
import { Foreign, Muted } from '../../ui/text.tsx';
import { Instant } from '../../ui/time.tsx';
import { JsonText } from './json-text.tsx';
import styles from './operate.module.css';

type StreamEventProps = { readonly event: ResponseOf<'adminHistory'>['events'][number] };

/** One event with the state to which it led. */
export const StreamEvent = ({ event }: StreamEventProps) => (
  <article className={styles.event} aria-label={`${event.revision} ${event.type}`}>
    <h3>
      {event.revision} {event.type}
    </h3>
    <p>
      <Instant at={event.at} /> by <Foreign>{event.actor}</Foreign>
    </p>
    <Muted>
      position {event.position}, caused by {event.causation_id}, correlation{' '}
      <Foreign>{event.correlation_id}</Foreign>
    </Muted>
    <Columns>
      <JsonText name="Data" value={event.data} />
      <JsonText name="State after it" value={event.state} />
    </Columns>
  </article>
);
