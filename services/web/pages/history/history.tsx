import { useRead } from '../../data/use-read.ts';
import { usePageSearch } from '../../page-search.ts';
import { useTime } from '../../time/use-time.ts';
import { CursorPages } from '../../ui/cursor-pages.tsx';
import { Page } from '../../ui/layout.tsx';
import { ReadPanel } from '../../ui/panel.tsx';
import { Empty } from '../../ui/states.tsx';
import { FilterBar } from './filter-bar.tsx';
import { type Filters, useFilters } from './filters.ts';
import { Timeline } from './timeline.tsx';

const limit = 50;

/** Who changed what and when, from which value to which? */
export function History() {
  const [filters, narrow] = useFilters();
  const reading = useHistory(filters);
  return (
    <Page title="History">
      <FilterBar filters={filters} narrow={narrow} />
      <ReadPanel
        title="Changes"
        reading={reading}
        height={480}
        aside="the latest first, each with the values before and after it"
      >
        {({ events, next_cursor: next }) => (
          <>
            {events.length === 0 ? <None isLast={next === null} /> : <Timeline entries={events} />}
            <CursorPages of="changes" next={next} />
          </>
        )}
      </ReadPanel>
    </Page>
  );
}

/** A page of what was recorded by the instant of the slider. */
function useHistory({ kind, time, ...named }: Filters) {
  const { asOf, from, to } = useTime();
  const [{ cursor }] = usePageSearch('cursor');
  const range = time === 'range' ? { from, to } : { to: asOf };
  return useRead('audit', {
    query: { ...named, ...range, kinds: kind, cursor, limit },
    ...(cursor === undefined && { everyMs: 15_000 }),
  });
}

/** The server looks through so many changes at once, and may have found none among them yet. */
const None = ({ isLast }: { readonly isLast: boolean }) =>
  isLast ? (
    <Empty title="No change passes these filters">
      Every change of rules, keys, settings and of what Tidemark decided by itself is here.
    </Empty>
  ) : (
    <Empty title="Nothing among the changes that were looked through">
      There are earlier ones: go on with the button below.
    </Empty>
  );
