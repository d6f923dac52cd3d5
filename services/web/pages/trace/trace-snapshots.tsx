import { useRead } from '../../data/use-read.ts';
import { snapshotLink } from '../../links.ts';
import { LinkTo } from '../../ui/page-link.tsx';
import { Foreign } from '../../ui/text.tsx';
import { Instant } from '../../ui/time.tsx';
import spanStyles from './span.module.css';

const shownMax = 20;

/** Variables that breakpoints captured in the trace; nothing where there are none. */
export function TraceSnapshots({ trace }: { readonly trace: string }) {
  const reading = useRead('listSnapshots', { query: { trace_id: trace, limit: shownMax } });
  const body = reading.data?.body;
  if (body === undefined || body.snapshots.length === 0) return null;
  return (
    <section className={spanStyles.whole} aria-label="Snapshots of the trace">
      <h3>Snapshots of the trace</h3>
      {body.snapshots.map(({ id, service_name: service, taken_at }) => (
        <p key={id}>
          <LinkTo link={snapshotLink(id)}>
            <Instant at={taken_at} shape="clock" /> in <Foreign>{service}</Foreign>
          </LinkTo>
        </p>
      ))}
      {body.total > shownMax && <p>and {body.total - shownMax} more</p>}
    </section>
  );
}
