import { Choice } from '../../ui/choice.tsx';
import { FilterRow } from '../../ui/filter-row.tsx';
import { ServiceChoice } from '../../ui/service-choice.tsx';
import { type Filters, orders, statuses } from './filters.ts';

type FilterBarProps = {
  readonly filters: Filters;
  readonly narrow: (next: Filters) => void;
  /** Services that can be chosen. */
  readonly services: readonly string[];
};

/** What the list is narrowed to, and its order. */
export function FilterBar({ filters, narrow, services }: FilterBarProps) {
  const { status = '', service = '', sort = 'count' } = filters;
  return (
    <FilterRow>
      <Choice
        label="Status"
        value={status}
        options={statuses}
        onChoose={value => narrow({ status: value })}
      />
      <ServiceChoice
        value={service}
        services={services}
        onChoose={value => narrow({ service: value })}
      />
      <Choice
        label="Order"
        value={sort}
        options={orders}
        onChoose={value => narrow({ sort: value })}
      />
    </FilterRow>
  );
}
