import { Choice } from '../../ui/choice.tsx';
import { Field } from '../../ui/field.tsx';
import { FilterRow } from '../../ui/filter-row.tsx';
import { ServiceChoice } from '../../ui/service-choice.tsx';
import { clickChoices, errorChoices, type Filters } from './filters.ts';

type FilterBarProps = {
  readonly filters: Filters;
  readonly narrow: (next: Partial<Filters>) => void;
  /** Services that can be chosen. */
  readonly services: readonly string[];
};

/** What the list is narrowed to. */
export function FilterBar({ filters, narrow, services }: FilterBarProps) {
  const { url, user, service, errors, error, attribute, clicks } = filters;
  return (
    <FilterRow>
      <Field
        label="Page contains"
        value={url}
        onChange={({ target }) => narrow({ url: target.value })}
      />
      <Field label="User" value={user} onChange={({ target }) => narrow({ user: target.value })} />
      <Field
        label="User attribute"
        placeholder="plan=team"
        value={attribute}
        onChange={({ target }) => narrow({ attribute: target.value })}
      />
      <Field
        label="Error contains"
        value={error}
        onChange={({ target }) => narrow({ error: target.value })}
      />
      <Choice
        label="Clicks"
        value={clicks}
        options={clickChoices}
        onChoose={value => narrow({ clicks: value })}
      />
      <Choice
        label="Errors"
        value={errors}
        options={errorChoices}
        onChoose={value => narrow({ errors: value })}
      />
      <ServiceChoice
        value={service}
        services={services}
        onChoose={value => narrow({ service: value })}
      />
    </FilterRow>
  );
}
