import { type FormEvent, useId, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import field from '../../ui/field.module.css';
import { Select } from '../../ui/select.tsx';
import { AttributeField } from './attribute-field.tsx';
import { Chips } from './chip-list.tsx';
import { type Draft, emptyDraft, type Kind, kinds, withDraft } from './drafts.ts';
import type { Filters } from './filters.ts';
import type { HeldSpan } from './held-span.ts';
import styles from './traces.module.css';
import type { ChangeFilters } from './use-filters.ts';
import { ValueField } from './value-field.tsx';

type FilterBarProps = {
  readonly filters: Filters;
  readonly change: ChangeFilters;
  readonly span: HeldSpan;
};

/** What is filtered by, and one more filter. */
export function FilterBar({ filters, change, span }: FilterBarProps) {
  const { draft, edit, add, problem } = useDraft(filters, change);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    add(draft);
  };
  return (
    <search className={styles.filters}>
      <form className={styles.form} onSubmit={submit} aria-label="Add a filter">
        <KindField draft={draft} edit={edit} />
        {draft.kind === 'attribute' && (
          <AttributeField draft={draft} service={filters.service} span={span} change={edit} />
        )}
        <ValueField
          key={draft.kind}
          draft={draft}
          filters={filters}
          span={span}
          change={value => edit({ ...draft, value })}
          pick={value => add({ ...draft, value })}
        />
        <Button type="submit" look="primary">
          Add filter
        </Button>
        <OnlyFailed filters={filters} change={change} />
      </form>
      <p role="alert" className={styles.problem}>
        {problem}
      </p>
      <Chips filters={filters} change={change} />
    </search>
  );
}

function useDraft(filters: Filters, change: ChangeFilters) {
  const [draft, setDraft] = useState(emptyDraft);
  const [problem, setProblem] = useState<string>();
  const edit = (next: Draft): void => {
    setDraft(next);
    setProblem(undefined);
  };
  const add = (next: Draft): void => {
    const added = withDraft(filters, next);
    if ('problem' in added) setProblem(added.problem);
    else {
      change(added.filters);
      edit({ ...next, value: startOf(next.kind) });
    }
  };
  return { draft, edit, add, problem };
}

/** What a field shows before somebody chose. */
const startOf = (kind: Kind): string => (kind === 'status' ? 'error' : '');

type KindFieldProps = { readonly draft: Draft; readonly edit: (draft: Draft) => void };

function KindField({ draft, edit }: KindFieldProps) {
  const id = useId();
  const choose = (kind: Kind): void => edit({ ...draft, kind, value: startOf(kind) });
  return (
    <div className={field.labelled}>
      <label htmlFor={id}>Filter by</label>
      <Select id={id} value={draft.kind} onChange={({ target }) => choose(target.value as Kind)}>
        {Object.entries(kinds).map(([kind, name]) => (
          <option key={kind} value={kind}>
            {name}
          </option>
        ))}
      </Select>
    </div>
  );
}

/** The most frequent filter of all, one click away. */
function OnlyFailed({ filters, change }: Omit<FilterBarProps, 'span'>) {
  const { status, ...rest } = filters;
  const isOn = status === 'error';
  return (
    <Button
      aria-pressed={isOn}
      onClick={() => change(isOn ? rest : { ...filters, status: 'error' })}
    >
      Only failed
    </Button>
  );
}
