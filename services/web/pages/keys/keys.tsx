import { useState } from 'react';
import { useRead } from '../../data/use-read.ts';
import { usePageSearch } from '../../page-search.ts';
import { Choice } from '../../ui/choice.tsx';
import { wholeText } from '../../ui/figures.ts';
import { FilterRow } from '../../ui/filter-row.tsx';
import { Page } from '../../ui/layout.tsx';
import { ReadPanel } from '../../ui/panel.tsx';
import { Empty } from '../../ui/states.tsx';
import { Muted } from '../../ui/text.tsx';
import { Grants } from './grants.tsx';
import { IssuedKey } from './issued-key.tsx';
import type { Issued } from './key.ts';
import { KeyTable } from './key-table.tsx';
import { NewKey } from './new-key.tsx';

/** Among them all that can work: an organization has at most 200 of those. */
const limit = 500;

const statuses = [
  ['', 'active'],
  ['ended', 'expired or revoked'],
  ['all', 'all'],
] as const;

/** Who can send and read, and which keys are not needed any more? */
export function Keys() {
  const [{ status = '' }, change] = usePageSearch('status');
  const [issued, setIssued] = useState<Issued>();
  const reading = useRead('listApiKeys', { query: { limit }, everyMs: 60_000 });
  return (
    <Page title="API keys" aside={<NewKey onIssued={setIssued} />}>
      <FilterRow>
        <Choice
          label="Status"
          value={status}
          options={statuses}
          onChoose={next => change({ status: next })}
        />
      </FilterRow>
      <ReadPanel title="Keys" reading={reading} height={480}>
        {({ api_keys: all, total }) => {
          const keys = all.filter(key => isShown(key.status, status));
          return (
            <>
              {keys.length === 0 ? (
                <Empty title="No key is here">
                  Programs send and read with a key; create one for each of them.
                </Empty>
              ) : (
                <KeyTable keys={keys} onIssued={setIssued} />
              )}
              {total > all.length && (
                <Muted>These are of the newest {wholeText(all.length)} keys.</Muted>
              )}
            </>
          );
        }}
      </ReadPanel>
      <Grants isShown={each => isShown(each, status)} />
      {issued !== undefined && <IssuedKey issued={issued} close={() => setIssued(undefined)} />}
    </Page>
  );
}

const isShown = (status: string, chosen: string): boolean =>
  chosen === 'all' || (status === 'active') === (chosen !== 'ended');
