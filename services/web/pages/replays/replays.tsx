import { useRead } from '../../data/use-read.ts';
import { pageOf } from '../../page-of.ts';
import { usePageSearch } from '../../page-search.ts';
import { useTime } from '../../time/use-time.ts';
import { wholeText } from '../../ui/figures.ts';
import { Page } from '../../ui/layout.tsx';
import { Pages } from '../../ui/pages.tsx';
import { ReadPanel } from '../../ui/panel.tsx';
import { Empty } from '../../ui/states.tsx';
import { FilterBar } from './filter-bar.tsx';
import { isNarrow, queryOf, useFilters } from './filters.ts';
import { ReplayTable } from './replay-table.tsx';

const limit = 50;

/** What did users see? */
export function Replays() {
  const { from, to } = useTime();
  const [filters, narrow] = useFilters();
  const [{ page }] = usePageSearch('page');
  const range = { from, to };
  const reading = useRead('listReplays', {
    query: {
      ...range,
      ...queryOf(filters),
      limit,
      offset: (pageOf(page) - 1) * limit,
    },
    everyMs: 30_000,
  });
  const services = useRead('listServices', { query: range }).data?.body.services ?? [];
  const body = reading.data?.body;
  return (
    <Page title="Replays">
      <FilterBar filters={filters} narrow={narrow} services={services.map(({ name }) => name)} />
      <ReadPanel
        title={body === undefined ? 'Sessions' : `${wholeText(body.total)} sessions`}
        reading={reading}
        height={480}
      >
        {({ replays, total }) => (
          <>
            {replays.length === 0 ? (
              <None isNarrow={isNarrow(filters)} />
            ) : (
              <ReplayTable replays={replays} />
            )}
            <Pages of="sessions" limit={limit} shown={replays.length} total={total} />
          </>
        )}
      </ReadPanel>
    </Page>
  );
}

const None = ({ isNarrow: isSo }: { readonly isNarrow: boolean }) =>
  isSo ? (
    <Empty title="No session passes these filters">
      Choose other ones, or another range above.
    </Empty>
  ) : (
    <Empty title="No session was recorded in this range">
      A recorder such as rrweb sends what users see to{' '}
      <code>POST /api/replays/&lt;session&gt;/chunks</code>.
    </Empty>
  );
