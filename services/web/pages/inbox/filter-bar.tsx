import { Choice } from '../../ui/choice.tsx';
import { FilterRow } from '../../ui/filter-row.tsx';
import { type Filters, severities, statuses, types } from './filters.ts';

type FilterBarProps = {
  readonly filters: Filters;
  readonly narrow: (next: Partial<Filters>) => void;
};

/** What the list is narrowed to. */
export const FilterBar = ({ filters, narrow }: FilterBarProps) => (
  <FilterRow>
    <Choice
      label="Status"
      value={filters.status}
      options={statuses}
      onChoose={status => narrow({ status })}
    />
    <Choice
      label="Severity"
      value={filters.severity}
      options={severities}
      onChoose={severity => narrow({ severity })}
    />
    <Choice
      label="About"
      value={filters.type}
      options={types}
      onChoose={type => narrow({ type })}
    />
  </FilterRow>
);
