import { useRead } from '../../data/use-read.ts';
import { usePageSearch } from '../../page-search.ts';
import { Choice } from '../../ui/choice.tsx';
import { CursorPages } from '../../ui/cursor-pages.tsx';
import { wholeText } from '../../ui/figures.ts';
import { FilterRow } from '../../ui/filter-row.tsx';
import { Page } from '../../ui/layout.tsx';
import { ReadPanel } from '../../ui/panel.tsx';
import { ServiceChoice } from '../../ui/service-choice.tsx';
import { Empty } from '../../ui/states.tsx';
import { Create } from './create.tsx';
import { ReleaseTable } from './release-table.tsx';

const limit = 20;

/** What was released, does it run everywhere, and what did it change? */
export function Releases() {
  const [{ service = '', environment = '', cursor }, change] = usePageSearch(
    'service',
    'environment',
    'cursor',
  );
  const reading = useRead('listReleaseFigures', {
    query: { service: service || undefined, environment: environment || undefined, cursor, limit },
    everyMs: 30_000,
  });
  const body = reading.data?.body;
  const names = [...new Set([...(body?.environments ?? []), environment])].filter(Boolean);
  return (
    <Page title="Releases" aside={<Create />}>
      <FilterRow>
        <ServiceChoice
          value={service}
          services={body?.services ?? []}
          onChoose={chosen => change({ service: chosen, cursor: undefined })}
        />
        <Choice
          label="Environment"
          value={environment}
          options={[['', 'all'], ...names.map(each => [each, each.slice(0, 100)] as const)]}
          onChoose={chosen => change({ environment: chosen, cursor: undefined })}
          isFilledLater
        />
      </FilterRow>
      <ReadPanel
        title={body === undefined ? 'Releases' : countOf(body.total)}
        reading={reading}
        height={480}
        aside="before → after the latest deployment of each"
      >
        {({ releases, next_cursor: next }) => (
          <>
            {releases.length === 0 ? (
              <None isFiltered={service !== '' || environment !== ''} />
            ) : (
              <ReleaseTable releases={releases} />
            )}
            <CursorPages of="releases" next={next} />
          </>
        )}
      </ReadPanel>
    </Page>
  );
}

const None = ({ isFiltered }: { readonly isFiltered: boolean }) =>
  isFiltered ? (
    <Empty title="No release passes these filters">Choose other ones above.</Empty>
  ) : (
    <Empty title="No release">
      A pipeline records them: <code>tidemark releases create VERSION</code>, then{' '}
      <code>tidemark releases deploy VERSION --environment production</code>. You can record one
      here, too.
    </Empty>
  );

const countOf = (count: number): string =>
  count === 1 ? 'One release' : `${wholeText(count)} releases`;
