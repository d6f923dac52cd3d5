import { lazy, Suspense } from 'react';
import { useRead } from '../../data/use-read.ts';
import { useTime } from '../../time/use-time.ts';
import { Columns, Page } from '../../ui/layout.tsx';
import { ReadPanel } from '../../ui/panel.tsx';
import { Empty } from '../../ui/states.tsx';
import { ServiceTable } from '../services/service-table.tsx';
import { Alerts } from './alerts.tsx';
import { Changes } from './changes.tsx';
import { KeyFigures } from './key-figures.tsx';
import { Traffic } from './traffic.tsx';
import { useHasSent } from './use-has-sent.ts';

// Seen once in the life of an organization: not in the script of every visit.
const FirstMinute = lazy(async () => ({
  default: (await import('./first-minute.tsx')).FirstMinute,
}));

const servicesShown = 12;

/** Is anything wrong, where, since when, and what changed? */
export function Overview() {
  const { from, to } = useTime();
  const hasSent = useHasSent();
  const services = useRead('listServices', { query: { from, to }, everyMs: 30_000 });
  if (hasSent === false)
    return (
      <Suspense>
        <FirstMinute />
      </Suspense>
    );
  return (
    <Page title="Overview">
      <KeyFigures />
      <Columns>
        <Alerts />
        <Changes />
      </Columns>
      <Traffic />
      <ReadPanel title="Services" reading={services} height={320}>
        {({ services: rows, ...range }) =>
          rows.length > 0 ? (
            <ServiceTable {...range} services={mostUnusual(rows)} />
          ) : (
            <Empty title="No requests in this range">
              Send telemetry, or choose another range above.
            </Empty>
          )
        }
      </ReadPanel>
    </Page>
  );
}

type Rows = Parameters<typeof ServiceTable>[0]['services'];

/** Firing services first, then the busiest. */
const mostUnusual = (rows: Rows): Rows =>
  rows
    .toSorted(
      (a, b) => (b.open_alerts ?? 0) - (a.open_alerts ?? 0) || b.request_count - a.request_count,
    )
    .slice(0, servicesShown);
