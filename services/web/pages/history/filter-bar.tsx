import { X } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { Choice } from '../../ui/choice.tsx';
import { FilterRow } from '../../ui/filter-row.tsx';
import { ForeignLine } from '../../ui/text.tsx';
import { actors, type Filters, kinds, times } from './filters.ts';

type FilterBarProps = {
  readonly filters: Filters;
  readonly narrow: (next: Partial<Filters>) => void;
};

/** What the history is narrowed to. */
export function FilterBar({ filters: { kind, actor, resource, time }, narrow }: FilterBarProps) {
  const isOne = actor.includes(':');
  return (
    <FilterRow>
      <Choice label="Kind" value={kind} options={kinds} onChoose={next => narrow({ kind: next })} />
      <Choice
        label="By"
        value={actor}
        options={isOne ? [...actors, [actor, actor.slice(0, 60)]] : actors}
        onChoose={next => narrow({ actor: next })}
      />
      <Choice label="Time" value={time} options={times} onChoose={next => narrow({ time: next })} />
      {resource !== '' && (
        <Button onClick={() => narrow({ resource: '' })} title="Show what happened to everything">
          <X size={14} aria-hidden />
          <ForeignLine>{`Only ${resource}`}</ForeignLine>
        </Button>
      )}
    </FilterRow>
  );
}
