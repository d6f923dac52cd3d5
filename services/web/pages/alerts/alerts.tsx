import type { ResponseOf } from '../../../../schemas/http/routes.ts';
import type { ApiProblem } from '../../data/problem.ts';
import { useRead } from '../../data/use-read.ts';
import { Button } from '../../ui/button.tsx';
import { wholeText } from '../../ui/figures.ts';
import { Page } from '../../ui/layout.tsx';
import { Pages } from '../../ui/pages.tsx';
import { ReadPanel } from '../../ui/panel.tsx';
import { Empty, Failure, Skeleton } from '../../ui/states.tsx';
import { AlertTable } from './alert-table.tsx';
import { FilterBar } from './filter-bar.tsx';
import { type Filters, states, useFilters } from './filters.ts';
import { limit, useAlertList, useItems } from './use-alert-list.ts';

const tableHeight = 480;

/** What fires, what fired, and who looks after it? */
export function Alerts() {
  const [filters, narrow] = useFilters();
  const reading = useAlertList(filters);
  const handling = useHandling(filters);
  const body = reading.data?.body;
  return (
    <Page title="Alerts">
      <FilterBar filters={filters} narrow={narrow} alerts={body?.alerts ?? []} />
      <ReadPanel
        title={body === undefined ? states[filters.state] : countOf(body.total)}
        reading={reading}
        height={tableHeight}
      >
        {({ alerts, total }) => (
          <>
            {alerts.length === 0 ? (
              <None filters={filters} showAll={() => narrow({ state: 'all' })} />
            ) : (
              <WithHandling alerts={alerts} {...handling} />
            )}
            <Pages of="alerts" limit={limit} shown={alerts.length} total={total} />
          </>
        )}
      </ReadPanel>
    </Page>
  );
}

/** What people did about the alerts of the page: two reads beside that of the alerts. */
function useHandling(filters: Filters) {
  const items = useItems(filters);
  const silences = useRead('listSilences', { query: { status: 'active' }, everyMs: 60_000 });
  return { items, silences };
}

type WithHandlingProps = ReturnType<typeof useHandling> & Pick<ResponseOf<'listAlerts'>, 'alerts'>;

/** The table comes when all of it is there, or its columns would move; what cannot be read is said below it. */
function WithHandling({ alerts, items, silences }: WithHandlingProps) {
  if (items.isPending || silences.isPending) return <Skeleton height={tableHeight} />;
  return (
    <>
      <AlertTable
        alerts={alerts}
        items={new Map(items.data?.body.items.map(item => [item.id, item]))}
        silences={silences.data?.body.silences ?? []}
      />
      {[items, silences].map(
        ({ error, refetch }, index) =>
          error !== null && (
            // biome-ignore lint/suspicious/noArrayIndexKey: there are always these two.
            <Failure key={index} problem={error as ApiProblem} retry={() => void refetch()} />
          ),
      )}
    </>
  );
}

const countOf = (total: number): string =>
  total === 1 ? 'One alert' : `${wholeText(total)} alerts`;

type NoneProps = { readonly filters: Filters; readonly showAll: () => void };

function None({ filters, showAll }: NoneProps) {
  const { state, severity, service, rule } = filters;
  const isNarrow = [severity, service, rule].some(each => each !== undefined);
  if (state !== 'active')
    return (
      <Empty title={isNarrow ? 'No alert passes these filters' : 'No alert began in this range'}>
        Choose another range above. An alert is here as soon as a rule fires.
      </Empty>
    );
  return (
    <>
      <Empty title={isNarrow ? 'Nothing that passes these filters fires' : 'Nothing fires'} />
      <Button onClick={showAll}>Show all that began in this range</Button>
    </>
  );
}
