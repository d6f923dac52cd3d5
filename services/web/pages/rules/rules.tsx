import { useRead } from '../../data/use-read.ts';
import { newRuleLink } from '../../links.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Choice } from '../../ui/choice.tsx';
import { Field } from '../../ui/field.tsx';
import { wholeText } from '../../ui/figures.ts';
import { FilterRow } from '../../ui/filter-row.tsx';
import { Page } from '../../ui/layout.tsx';
import { ReadPanel } from '../../ui/panel.tsx';
import { Empty } from '../../ui/states.tsx';
import { passing, severities, states, useFilters } from './filters.ts';
import { RuleTable } from './rule-table.tsx';
import { useFired } from './use-fired.ts';

/** Which rules are there, and how often does each of them fire? */
export function Rules() {
  const [filters, narrow] = useFilters();
  const reading = useRead('listAlertRules', { everyMs: 15_000 });
  const fired = useFired();
  const all = reading.data?.body.rules;
  return (
    <Page title="Rules" aside={<ButtonLink link={newRuleLink()}>Create a rule</ButtonLink>}>
      <FilterRow>
        <Field
          label="Name or service"
          value={filters.q ?? ''}
          onChange={({ target }) => narrow({ q: target.value || undefined }, 'on the way')}
        />
        <Choice
          label="State"
          value={filters.state ?? ''}
          options={states}
          onChoose={state => narrow({ state })}
        />
        <Choice
          label="Severity"
          value={filters.severity ?? ''}
          options={severities}
          onChoose={severity => narrow({ severity })}
        />
      </FilterRow>
      <ReadPanel
        title={all === undefined ? 'Rules' : countOf(passing(all, filters).length, all.length)}
        reading={reading}
        height={480}
      >
        {({ rules }) => {
          const shown = passing(rules, filters);
          if (shown.length > 0) return <RuleTable rules={shown} fired={fired} />;
          return <None isNone={rules.length === 0} />;
        }}
      </ReadPanel>
    </Page>
  );
}

function countOf(shown: number, all: number): string {
  if (shown !== all) return `${wholeText(shown)} of ${wholeText(all)} rules`;
  return all === 1 ? 'One rule' : `${wholeText(all)} rules`;
}

type NoneProps = { readonly isNone: boolean };

const None = ({ isNone }: NoneProps) => (
  <Empty title={isNone ? 'There is no rule' : 'No rule passes these filters'}>
    {isNone && 'A rule compares a metric with a threshold, and tells your channels when it fires.'}
  </Empty>
);
