import { useId } from 'react';
import field from '../../ui/field.module.css';
import { Field } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { SuggestField } from '../../ui/suggest-field.tsx';
import { statusTexts } from './chips.ts';
import type { Draft } from './drafts.ts';
import { type Filters, statuses } from './filters.ts';
import type { HeldSpan } from './held-span.ts';
import { useAttributes, useOperations, useServices } from './suggestions.ts';

export type ValueProps = {
  readonly draft: Draft;
  readonly filters: Filters;
  readonly span: HeldSpan;
  readonly change: (value: string) => void;
  /** A suggestion was chosen: it needs no further key. */
  readonly pick: (value: string) => void;
};

/** The value of a filter, as its kind wants it. */
export function ValueField(props: ValueProps) {
  const { draft, change } = props;
  switch (draft.kind) {
    case 'service':
    case 'root_service':
      return <ServiceValue {...props} />;
    case 'operation':
      return <OperationValue {...props} />;
    case 'attribute':
      return <AttributeValue {...props} />;
    case 'status':
      return <StatusValue {...props} />;
    case 'min_duration':
    case 'max_duration':
      return <PlainValue value={draft.value} change={change} placeholder="250 ms, 1.5 s, 2 min" />;
    case 'id':
      return <PlainValue value={draft.value} change={change} placeholder="The first digits" />;
  }
}

const shared = ({ draft, change, pick }: ValueProps) => ({
  label: 'Value',
  value: draft.value,
  change,
  onPick: pick,
});

function ServiceValue(props: ValueProps) {
  const suggesting = useServices(props.span, props.draft.value);
  return <SuggestField {...shared(props)} {...suggesting} placeholder="Name of a service" />;
}

function OperationValue(props: ValueProps) {
  const { service, root_service = service } = props.filters;
  const suggesting = useOperations(props.span, service ?? root_service, props.draft.value);
  return <SuggestField {...shared(props)} {...suggesting} placeholder="Name of a span" />;
}

function AttributeValue(props: ValueProps) {
  const { draft, filters, span } = props;
  const suggesting = useAttributes(span, { service: filters.service, key: draft.key }, draft.value);
  return <SuggestField {...shared(props)} {...suggesting} />;
}

function StatusValue({ draft, change }: ValueProps) {
  const id = useId();
  return (
    <div className={field.labelled}>
      <label htmlFor={id}>Value</label>
      <Select id={id} value={draft.value} onChange={({ target }) => change(target.value)}>
        {statuses.map(status => (
          <option key={status} value={status}>
            {statusTexts[status]}
          </option>
        ))}
      </Select>
    </div>
  );
}

type PlainValueProps = {
  readonly value: string;
  readonly change: (value: string) => void;
  readonly placeholder: string;
};

const PlainValue = ({ value, change, placeholder }: PlainValueProps) => (
  <Field
    label="Value"
    value={value}
    placeholder={placeholder}
    spellCheck={false}
    onChange={({ target }) => change(target.value)}
  />
);
