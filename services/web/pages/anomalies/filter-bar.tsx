import { Choice } from '../../ui/choice.tsx';
import { FilterRow } from '../../ui/filter-row.tsx';
import { ServiceChoice } from '../../ui/service-choice.tsx';
import {
  acknowledgements,
  type Filters,
  metrics,
  severities,
  statuses,
  type useFilters,
} from './filters.ts';

type FilterBarProps = {
  readonly filters: Filters;
  readonly narrow: ReturnType<typeof useFilters>[1];
  /** Of the anomalies that are listed. */
  readonly services: readonly string[];
};

/** What the list is narrowed to. */
export function FilterBar({ filters, narrow, services }: FilterBarProps) {
  const { service } = filters;
  return (
    <FilterRow>
      <ServiceChoice
        value={service}
        services={services}
        onChoose={value => narrow({ service: value })}
      />
      <Choice
        label="Metric"
        value={filters.metric}
        options={metrics}
        onChoose={metric => narrow({ metric })}
      />
      <Choice
        label="Severity"
        value={filters.severity}
        options={severities}
        onChoose={severity => narrow({ severity })}
      />
      <Choice
        label="Status"
        value={filters.status}
        options={statuses}
        onChoose={status => narrow({ status })}
      />
      <Choice
        label="Acknowledged"
        value={filters.acknowledged}
        options={acknowledgements}
        onChoose={acknowledged => narrow({ acknowledged })}
      />
    </FilterRow>
  );
}
