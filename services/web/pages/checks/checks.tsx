import { useRead } from '../../data/use-read.ts';
import { Choice } from '../../ui/choice.tsx';
import { wholeText } from '../../ui/figures.ts';
import { FilterRow } from '../../ui/filter-row.tsx';
import { Page } from '../../ui/layout.tsx';
import { ReadPanel } from '../../ui/panel.tsx';
import { ServiceChoice } from '../../ui/service-choice.tsx';
import { Empty } from '../../ui/states.tsx';
import { CheckTable } from './check-table.tsx';
import { Create } from './create.tsx';
import { passes, states, useFilters } from './filters.ts';

/** What is up, what is down, and for how long it was up? */
export function Checks() {
  const [filters, narrow] = useFilters();
  const reading = useRead('listHealthChecks', { everyMs: 15_000 });
  const all = reading.data?.body.health_checks ?? [];
  const listed = all.map(each => each.service_name);
  const shown = all.filter(each => passes(each, filters));
  return (
    <Page title="Checks" aside={<Create />}>
      <FilterRow>
        <ServiceChoice
          value={filters.service}
          services={listed}
          onChoose={service => narrow({ service })}
        />
        <Choice
          label="State"
          value={filters.status}
          options={states}
          onChoose={status => narrow({ status })}
        />
      </FilterRow>
      <ReadPanel
        title={reading.data === undefined ? 'Checks' : countOf(shown.length)}
        reading={reading}
        height={480}
      >
        {() =>
          shown.length === 0 ? (
            <Empty title={all.length === 0 ? 'No health check' : 'No check passes these filters'}>
              A check sends requests to a URL, or waits for heartbeats of a service.
            </Empty>
          ) : (
            <CheckTable checks={shown} />
          )
        }
      </ReadPanel>
    </Page>
  );
}

const countOf = (count: number): string =>
  count === 1 ? 'One check' : `${wholeText(count)} checks`;
