import { useId } from 'react';
import field from '../../ui/field.module.css';
import { Select } from '../../ui/select.tsx';
import { SuggestField } from '../../ui/suggest-field.tsx';
import type { Draft } from './drafts.ts';
import type { HeldSpan } from './held-span.ts';
import { useAttributes } from './suggestions.ts';

type AttributeFieldProps = {
  readonly draft: Draft;
  readonly service: string | undefined;
  readonly span: HeldSpan;
  readonly change: (draft: Draft) => void;
};

/** The name of an attribute, and whether it is or is not the value. */
export function AttributeField({ draft, service, span, change }: AttributeFieldProps) {
  const id = useId();
  const suggesting = useAttributes(span, { service }, draft.key);
  return (
    <>
      <SuggestField
        {...suggesting}
        label="Name"
        value={draft.key}
        change={key => change({ ...draft, key })}
        placeholder="http.route"
      />
      <div className={field.labelled}>
        <label htmlFor={id}>Relation</label>
        <Select
          id={id}
          value={draft.isNot ? 'not' : 'is'}
          onChange={({ target }) => change({ ...draft, isNot: target.value === 'not' })}
        >
          <option value="is">is</option>
          <option value="not">is not</option>
        </Select>
      </div>
    </>
  );
}
