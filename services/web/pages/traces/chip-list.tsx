import { X } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { type Chip, chipsOf } from './chips.ts';
import type { Filters } from './filters.ts';
import styles from './traces.module.css';
import type { ChangeFilters } from './use-filters.ts';

type ChipsProps = { readonly filters: Filters; readonly change: ChangeFilters };

/** The filters of the link, each of which can be taken away. */
export function Chips({ filters, change }: ChipsProps) {
  const chips = chipsOf(filters);
  if (chips.length === 0) return null;
  return (
    <ul className={styles.chips} aria-label="Filters">
      {chips.map(chip => (
        <li key={chip.id} className={styles.chip}>
          <ChipText {...chip} />
          <button
            type="button"
            className={styles.remove}
            aria-label={`Remove the filter ${chip.name} ${chip.relation}`.slice(0, 200)}
            onClick={() => change(chip.without)}
          >
            <X size={12} aria-hidden />
          </button>
        </li>
      ))}
      {chips.length > 1 && (
        <li>
          <Button look="quiet" onClick={() => change({ attributes: [] })}>
            Remove all
          </Button>
        </li>
      )}
    </ul>
  );
}

function ChipText({ name, relation, values }: Chip) {
  const text = values.map(value => value.slice(0, 200)).join(' or ');
  return (
    <span
      className={styles.words}
      title={`${name} ${relation} ${values.join(' or ')}`.slice(0, 1_000)}
    >
      <bdi>{name.slice(0, 200)}</bdi> {relation} <strong dir="auto">{text}</strong>
    </span>
  );
}
