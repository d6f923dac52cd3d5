import { useRead } from '../../data/use-read.ts';
import { pageOf } from '../../page-of.ts';
import { usePageSearch } from '../../page-search.ts';
import { wholeText } from '../../ui/figures.ts';
import { FilterRow } from '../../ui/filter-row.tsx';
import { Page } from '../../ui/layout.tsx';
import { Pages } from '../../ui/pages.tsx';
import { ReadPanel } from '../../ui/panel.tsx';
import { ServiceChoice } from '../../ui/service-choice.tsx';
import { Empty } from '../../ui/states.tsx';
import { Create } from './create.tsx';
import { ObjectiveTable } from './objective-table.tsx';
import type { Figures } from './words.ts';

/** As many as are given with their figures at once. */
const limit = 20;

/** Do services keep what was promised of them, and for how long will they? */
export function Slos() {
  const [{ service = '', page }, narrow] = usePageSearch('service', 'page');
  const reading = useRead('listObjectives', { everyMs: 60_000 });
  const all = reading.data?.body.slos ?? [];
  const passing = all.filter(each => service === '' || each.service === service);
  const first = (pageOf(page) - 1) * limit;
  const shown = passing.slice(first, first + limit);
  const figures = useFigures(shown.map(({ id }) => id));
  return (
    <Page title="Objectives" aside={<Create service={service} />}>
      <FilterRow>
        <ServiceChoice
          value={service}
          services={all.map(each => each.service)}
          onChoose={chosen => narrow({ service: chosen, page: '' })}
        />
      </FilterRow>
      <ReadPanel
        title={reading.data === undefined ? 'Objectives' : countOf(passing.length)}
        reading={reading}
        height={480}
      >
        {() =>
          shown.length === 0 ? (
            <Empty title={all.length === 0 ? 'No objective' : 'No objective passes this filter'}>
              An objective says which share of the requests of a service should be good, and how
              many may fail until it is missed.
            </Empty>
          ) : (
            <>
              <ObjectiveTable objectives={shown} figures={figures} />
              <Pages of="objectives" limit={limit} shown={shown.length} total={passing.length} />
            </>
          )
        }
      </ReadPanel>
    </Page>
  );
}

/** Each is a statement of the warehouse, so they are read behind the list. */
function useFigures(ids: readonly string[]): ReadonlyMap<string, Figures | null> {
  const { data, error } = useRead('listObjectives', {
    query: { ids: ids.join(',') },
    isWanted: ids.length > 0,
    everyMs: 60_000,
  });
  if (error !== null && data === undefined) return new Map(ids.map(id => [id, null]));
  return new Map(
    (data?.body.slos ?? []).map(({ id, figures = null, ...rest }) => [
      id,
      figures && { success: true, id, ...rest, ...figures },
    ]),
  );
}

const countOf = (count: number): string =>
  count === 1 ? 'One objective' : `${wholeText(count)} objectives`;
