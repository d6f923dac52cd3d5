import { X } from 'lucide-react';
import type { ResponseOf } from '../../../../schemas/http/routes.ts';
import { Button } from '../../ui/button.tsx';
import { Choice } from '../../ui/choice.tsx';
import { FilterRow } from '../../ui/filter-row.tsx';
import { ServiceChoice } from '../../ui/service-choice.tsx';
import { ForeignLine } from '../../ui/text.tsx';
import styles from './alerts.module.css';
import { type Filters, type State, severities, states, type useFilters } from './filters.ts';

type FilterBarProps = {
  readonly filters: Filters;
  readonly narrow: ReturnType<typeof useFilters>[1];
  /** Those that are listed: their services and rules can be chosen. */
  readonly alerts: ResponseOf<'listAlerts'>['alerts'];
};

/** What the list is narrowed to. */
export function FilterBar({ filters, narrow, alerts }: FilterBarProps) {
  const { state, severity = '', service = '', rule } = filters;
  const listed = alerts.map(each => each.service_name);
  const name = alerts.find(({ rule_id }) => rule_id === rule)?.name;
  return (
    <FilterRow>
      <States state={state} choose={next => narrow({ state: next })} />
      <Choice
        label="Severity"
        value={severity}
        options={[['', 'all'], ...severities.map(each => [each, each] as const)]}
        onChoose={value => narrow({ severity: value })}
      />
      <ServiceChoice
        value={service}
        services={listed}
        onChoose={value => narrow({ service: value })}
      />
      {rule !== undefined && (
        <Button onClick={() => narrow({ rule: '' })} title="Show alerts of all rules">
          <X size={14} aria-hidden />
          <ForeignLine>{`Only rule ${name ?? rule}`}</ForeignLine>
        </Button>
      )}
    </FilterRow>
  );
}

type StatesProps = { readonly state: State; readonly choose: (state: State) => void };

const States = ({ state, choose }: StatesProps) => (
  <fieldset className={styles.states}>
    <legend>State</legend>
    {(Object.keys(states) as State[]).map(each => (
      <Button key={each} aria-pressed={each === state} onClick={() => choose(each)}>
        {states[each]}
      </Button>
    ))}
  </fieldset>
);
