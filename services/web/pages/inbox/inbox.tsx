import { useState } from 'react';
import { useRead } from '../../data/use-read.ts';
import { pageOf } from '../../page-of.ts';
import { usePageSearch } from '../../page-search.ts';
import { wholeText } from '../../ui/figures.ts';
import { Page } from '../../ui/layout.tsx';
import { Pages } from '../../ui/pages.tsx';
import { ReadPanel } from '../../ui/panel.tsx';
import { Empty } from '../../ui/states.tsx';
import { FilterBar } from './filter-bar.tsx';
import { useFilters } from './filters.ts';
import { ItemTable } from './item-table.tsx';
import { Toolbar } from './toolbar.tsx';

const limit = 50;

/** What waits for somebody? */
export function Inbox() {
  const [filters, narrow] = useFilters();
  const [{ page }] = usePageSearch('page');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const { status, ...rest } = filters;
  const query = { ...rest, status: status === 'all' ? '' : status };
  const reading = useRead('listTriageItems', {
    query: { ...query, limit, offset: (pageOf(page) - 1) * limit },
    everyMs: 15_000,
  });
  const body = reading.data?.body;
  const items = (body?.items ?? []).filter(({ id }) => chosen.has(id));
  const choose = (id: string): void => setChosen(toggled(chosen, id));
  return (
    <Page title="Inbox">
      <FilterBar filters={filters} narrow={narrow} />
      <Toolbar
        chosen={items}
        hint="Choose items of the list first."
        done={() => setChosen(new Set())}
      />
      <ReadPanel
        title={body === undefined ? 'Items' : `${wholeText(body.total_count)} items`}
        reading={reading}
        height={480}
      >
        {found => (
          <>
            {found.items.length === 0 ? (
              <Empty title={status === 'open' ? 'Nothing waits' : 'No item passes these filters'}>
                Alerts, anomalies and errors that come back open items here.
              </Empty>
            ) : (
              <ItemTable items={found.items} chosen={chosen} choose={choose} />
            )}
            <Pages of="items" limit={limit} shown={found.items.length} total={found.total_count} />
          </>
        )}
      </ReadPanel>
    </Page>
  );
}

function toggled(chosen: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(chosen);
  if (!next.delete(id)) next.add(id);
  return next;
}
