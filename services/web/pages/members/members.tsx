import { useRead } from '../../data/use-read.ts';
import { usePageSearch } from '../../page-search.ts';
import { Choice } from '../../ui/choice.tsx';
import { FilterRow } from '../../ui/filter-row.tsx';
import { Page } from '../../ui/layout.tsx';
import { ReadPanel } from '../../ui/panel.tsx';
import { Muted } from '../../ui/text.tsx';
import { Invite } from './invite.tsx';
import { MemberTable } from './member-table.tsx';

const states = [
  ['', 'members and invited'],
  ['removed', 'also who left'],
] as const;

/** Who can sign in here, and what may each of them? */
export function Members() {
  const [{ people = '' }, change] = usePageSearch('people');
  const query = people === 'removed' ? { removed: true } : {};
  const reading = useRead('listMembers', { query, everyMs: 60_000 });
  return (
    <Page title="Members" aside={<Invite />}>
      <p>
        <Muted>
          An owner may do everything. A member may do everything but keys, billing, people and the
          name of the organization. A viewer reads. An API key is nobody: it decides about no
          people.
        </Muted>
      </p>
      <FilterRow>
        <Choice
          label="People"
          value={people}
          options={states}
          onChoose={next => change({ people: next })}
        />
      </FilterRow>
      <ReadPanel title="People" reading={reading} height={200}>
        {({ members }) => <MemberTable members={members} />}
      </ReadPanel>
    </Page>
  );
}
