import { useRead } from '../../data/use-read.ts';
import { Badge } from '../../ui/badge.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { wholeText } from '../../ui/figures.ts';
import { LinkTo, ServiceName } from '../../ui/page-link.tsx';
import { ReadPanel } from '../../ui/panel.tsx';
import { Empty } from '../../ui/states.tsx';
import { ForeignLine, Muted } from '../../ui/text.tsx';
import { type Breakpoint, placeOf, tones } from './breakpoint.ts';
import { BreakpointActions } from './breakpoint-actions.tsx';
import { NewBreakpoint } from './breakpoint-layers.tsx';
import styles from './snapshots.module.css';

/** As many as one looks at; the total is said. */
const limit = 200;

export function Breakpoints() {
  const reading = useRead('listBreakpoints', { query: { limit }, everyMs: 15_000 });
  const body = reading.data?.body;
  return (
    <ReadPanel
      title={body === undefined ? 'Breakpoints' : titleOf(body.total)}
      aside={<NewBreakpoint />}
      reading={reading}
      height={300}
    >
      {({ breakpoints, total }) => (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard.
        <section className={styles.breakpoints} tabIndex={0} aria-label="Breakpoints">
          {breakpoints.length === 0 ? (
            <Empty title="There is no breakpoint">
              Set one at a function or a line. Programs whose SDK runs through it send its
              variables, and go on.
            </Empty>
          ) : (
            <DataTable
              caption="Breakpoints, the newest first"
              rows={breakpoints}
              keyOf={({ id }) => id}
              columns={columns}
            />
          )}
          {total > breakpoints.length && (
            <Muted>These are the newest {wholeText(breakpoints.length)}.</Muted>
          )}
        </section>
      )}
    </ReadPanel>
  );
}

const titleOf = (total: number): string =>
  total === 1 ? 'One breakpoint' : `${wholeText(total)} breakpoints`;

const columns: readonly Column<Breakpoint>[] = [
  {
    name: 'Place',
    width: '30%',
    cell: breakpoint => (
      <div className={styles.place}>
        <LinkTo link={{ to: '/snapshots', search: { breakpoint: breakpoint.id } }}>
          <ForeignLine>{placeOf(breakpoint)}</ForeignLine>
        </LinkTo>
        {breakpoint.label !== '' && (
          <Muted>
            <ForeignLine>{breakpoint.label}</ForeignLine>
          </Muted>
        )}
      </div>
    ),
  },
  { name: 'Service', cell: ({ service_name: name }) => <ServiceName>{name}</ServiceName> },
  {
    name: 'Condition',
    cell: ({ condition }) =>
      condition === undefined ? <Muted>always</Muted> : <ForeignLine>{condition}</ForeignLine>,
  },
  {
    name: 'Captures',
    isNumber: true,
    by: ({ capture_count }) => capture_count,
    cell: ({ capture_count: count, max_captures: most }) =>
      most === 0 ? wholeText(count) : `${wholeText(count)} of ${wholeText(most)}`,
  },
  {
    name: 'Status',
    width: '110px',
    cell: ({ status }) => <Badge tone={tones[status]}>{status}</Badge>,
  },
  {
    name: 'Actions',
    width: '230px',
    cell: breakpoint => <BreakpointActions breakpoint={breakpoint} />,
  },
];
