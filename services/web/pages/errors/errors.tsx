import { useRead } from '../../data/use-read.ts';
import { useTime } from '../../time/use-time.ts';
import { wholeText } from '../../ui/figures.ts';
import { Page } from '../../ui/layout.tsx';
import { ReadPanel } from '../../ui/panel.tsx';
import { Empty } from '../../ui/states.tsx';
import { Muted } from '../../ui/text.tsx';
import { ErrorTable } from './error-table.tsx';
import { FilterBar } from './filter-bar.tsx';
import { type Filters, useFilters } from './filters.ts';

const limit = 200;

/** Which errors are new, how often do they come, and in which version? */
export function Errors() {
  const { from, to } = useTime();
  const [filters, narrow] = useFilters();
  const reading = useRead('listErrors', {
    query: { ...filters, from, to, limit },
    everyMs: 15_000,
  });
  const services = useRead('listServices', { query: { from, to } }).data?.body.services ?? [];
  const body = reading.data?.body;
  return (
    <Page title="Errors">
      <FilterBar
        filters={filters}
        narrow={narrow}
        services={services.filter(one => one.error_rate > 0).map(({ name }) => name)}
      />
      <ReadPanel
        title={body === undefined ? 'Errors' : `${wholeText(body.total)} different errors`}
        reading={reading}
        height={480}
        aside="put together by type, message and place in the code"
      >
        {({ errors, total, is_whole: isWhole, ...range }) =>
          errors.length === 0 ? (
            <None filters={filters} />
          ) : (
            <>
              <ErrorTable {...range} errors={errors} />
              {total > errors.length && (
                <Muted>
                  These are the first {wholeText(errors.length)}; a filter shows others.
                </Muted>
              )}
              {!isWhole && <Muted>There are more errors than are looked at at once.</Muted>}
            </>
          )
        }
      </ReadPanel>
    </Page>
  );
}

const None = ({ filters: { status, service } }: { readonly filters: Filters }) =>
  status === undefined && service === undefined ? (
    <Empty title="Nothing failed in this range">
      An error is here as soon as a span with an error arrives.
    </Empty>
  ) : (
    <Empty title="No error passes these filters">Choose other ones, or another range above.</Empty>
  );
