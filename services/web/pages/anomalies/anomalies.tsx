import { useRead } from '../../data/use-read.ts';
import { pageOf } from '../../page-of.ts';
import { usePageSearch } from '../../page-search.ts';
import { wholeText } from '../../ui/figures.ts';
import { Page } from '../../ui/layout.tsx';
import { Pages } from '../../ui/pages.tsx';
import { ReadPanel } from '../../ui/panel.tsx';
import { Empty } from '../../ui/states.tsx';
import { AnomalyTable } from './anomaly-table.tsx';
import { FilterBar } from './filter-bar.tsx';
import { useFilters } from './filters.ts';

const limit = 50;

/** What was unlike what is usual? */
export function Anomalies() {
  const [filters, narrow] = useFilters();
  const [{ page }] = usePageSearch('page');
  const reading = useRead('listAnomalies', {
    query: { ...filters, limit, offset: (pageOf(page) - 1) * limit },
    everyMs: 15_000,
  });
  const body = reading.data?.body;
  const isNarrow = Object.values(filters).some(Boolean);
  return (
    <Page title="Anomalies">
      <FilterBar
        filters={filters}
        narrow={narrow}
        services={(body?.anomalies ?? []).map(({ service_name }) => service_name)}
      />
      <ReadPanel
        title={body === undefined ? 'Anomalies' : countOf(body.total_count)}
        reading={reading}
        height={480}
      >
        {({ anomalies, total_count: total }) => (
          <>
            {anomalies.length === 0 ? (
              <Empty title={isNarrow ? 'No anomaly passes these filters' : 'No anomaly yet'}>
                Tidemark learns what is usual for each service at each hour of the week, and in the
                last 24 hours until it knows that. What leaves it for three of five minutes is here.
              </Empty>
            ) : (
              <AnomalyTable anomalies={anomalies} />
            )}
            <Pages of="anomalies" limit={limit} shown={anomalies.length} total={total} />
          </>
        )}
      </ReadPanel>
    </Page>
  );
}

const countOf = (total: number): string =>
  total === 1 ? 'One anomaly' : `${wholeText(total)} anomalies`;
