import { useState } from 'react';
import { useReadOnlyReason } from '../../data/act.ts';
import { RuleSentence } from '../../rules/sentence.tsx';
import type { Rule, RuleFields } from '../../rules/words.ts';
import { Field } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Muted } from '../../ui/text.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { ChannelFields } from './channel-fields.tsx';
import { ConditionFields } from './condition-fields.tsx';
import { type Draft, fieldsOf, problemsOf } from './draft.ts';
import styles from './editor.module.css';
import { MoreConditions } from './more-conditions.tsx';
import { MoreFields } from './more-fields.tsx';
import { Preview } from './preview.tsx';
import { ScopeFields } from './scope-fields.tsx';

type EditorProps = {
  /** What the fields begin with. */
  readonly first: Draft;
  /** The rule that is changed; absent: a new one. */
  readonly rule?: Rule;
  readonly text: string;
  readonly save: (fields: RuleFields) => Promise<void>;
  /** Why these fields need not be saved. */
  readonly idleBecause?: (fields: RuleFields) => string | undefined;
};

/** The fields of a rule, and beside them what such a rule would have done. */
export function Editor({ first, rule, text, save, idleBecause }: EditorProps) {
  const [draft, setDraft] = useState(first);
  const off = useReadOnlyReason();
  const problems = problemsOf(draft);
  const fields = fieldsOf(draft);
  const reason = off ?? Object.values(problems)[0] ?? idleBecause?.(fields);
  const { name: _, ...needed } = problems;
  const [missing] = Object.values(needed);
  const part = {
    draft,
    problems,
    change: (next: Partial<Draft>) => setDraft({ ...draft, ...next }),
  };
  return (
    <div className={styles.columns}>
      <section className={styles.form} aria-label="Fields of the rule">
        <p className={styles.sentence}>
          {missing === undefined ? <RuleSentence rule={fields} /> : missing}
        </p>
        <Form
          text={text}
          submit={() => save(fields)}
          disabledBecause={reason}
          aside={reason !== undefined && <Muted>{reason}</Muted>}
        >
          <Names {...part} />
          <ScopeFields {...part} />
          <ConditionFields {...part} />
          <MoreConditions {...part} />
          <MoreFields {...part} />
          <ChannelFields {...part} />
          <Enabled {...part} />
        </Form>
      </section>
      <Preview draft={missing === undefined ? draft : undefined} missing={missing} rule={rule} />
    </div>
  );
}

type PartOf = { readonly draft: Draft; readonly change: (next: Partial<Draft>) => void };

const Names = ({ draft, change }: PartOf) => (
  <>
    <Field
      label="Name"
      value={draft.name}
      maxLength={200}
      onChange={({ target }) => change({ name: target.value })}
    />
    <TextArea
      label="Description"
      value={draft.description}
      maxLength={2_000}
      onChange={({ target }) => change({ description: target.value })}
    />
  </>
);

const Enabled = ({ draft, change }: PartOf) => (
  <label className={styles.box}>
    <input
      type="checkbox"
      checked={draft.enabled}
      onChange={({ target }) => change({ enabled: target.checked })}
    />
    Enabled
  </label>
);
