import { useRead } from '../../data/use-read.ts';
import { pageOf } from '../../page-of.ts';
import { usePageSearch } from '../../page-search.ts';
import { Field } from '../../ui/field.tsx';
import { wholeText } from '../../ui/figures.ts';
import { FilterRow } from '../../ui/filter-row.tsx';
import { Page } from '../../ui/layout.tsx';
import { Pages } from '../../ui/pages.tsx';
import { ReadPanel } from '../../ui/panel.tsx';
import { Empty } from '../../ui/states.tsx';
import { DeleteRelease } from './delete-maps.tsx';
import { MapTable } from './map-table.tsx';
import { Upload } from './upload.tsx';

const limit = 50;

/** Of which code can stack traces show the original positions? */
export function SourceMaps() {
  const [{ release, page }, change] = usePageSearch('release', 'page');
  const reading = useRead('listSourceMaps', {
    query: { release, limit, offset: (pageOf(page) - 1) * limit },
    everyMs: 60_000,
  });
  const body = reading.data?.body;
  return (
    <Page title="Source maps" aside={<Upload />}>
      <FilterRow>
        <Field
          label="Release"
          value={release ?? ''}
          onChange={({ target: { value } }) => {
            const isStep = value === '' || release === undefined;
            change({ release: value, page: undefined }, isStep ? 'step' : 'on the way');
          }}
          placeholder="all"
        />
      </FilterRow>
      <ReadPanel
        title={body === undefined ? 'Maps' : countText(body.total)}
        reading={reading}
        height={480}
        aside={release !== undefined && <DeleteRelease release={release} />}
      >
        {({ source_maps: maps, total }) => (
          <>
            {maps.length === 0 ? (
              <None isNarrow={release !== undefined} />
            ) : (
              <MapTable maps={maps} />
            )}
            <Pages of="maps" limit={limit} shown={maps.length} total={total} />
          </>
        )}
      </ReadPanel>
    </Page>
  );
}

const countText = (total: number): string => (total === 1 ? 'One map' : `${wholeText(total)} maps`);

const None = ({ isNarrow }: { readonly isNarrow: boolean }) =>
  isNarrow ? (
    <Empty title="This release has no map">The whole name of a release is needed.</Empty>
  ) : (
    <Empty title="No source map yet">
      Bundler plugins send maps to POST /api/sourcemaps, or upload one or a zip here. Errors of web
      pages then show where in the source they happened.
    </Empty>
  );
