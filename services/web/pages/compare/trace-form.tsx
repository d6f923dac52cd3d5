import { type FormEvent, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { LinkTo } from '../../ui/page-link.tsx';
import { Panel } from '../../ui/panel.tsx';
import { idOf } from '../traces/filters.ts';
import styles from './compare.module.css';

type Pair = { readonly a: string | undefined; readonly b: string | undefined };
type TraceFormProps = Pair & { readonly change: (pair: Pair) => void };

/** Two ids, where the link does not name them. */
export function TraceForm({ a = '', b = '', change }: TraceFormProps) {
  const [typed, type] = useState({ a, b });
  const [isSent, send] = useState(false);
  const ids = { a: wholeId(typed.a), b: wholeId(typed.b) };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    send(true);
    if (ids.a !== undefined && ids.b !== undefined) change(ids);
  };
  return (
    <Panel title="Which traces?">
      <form className={styles.form} onSubmit={submit}>
        {(['a', 'b'] as const).map(name => (
          <Field
            key={name}
            label={`Id of trace ${name.toUpperCase()}`}
            value={typed[name]}
            spellCheck={false}
            problem={isSent && ids[name] === undefined ? 'A trace id has 32 digits.' : undefined}
            onChange={({ target }) => type({ ...typed, [name]: target.value })}
          />
        ))}
        <Button type="submit" look="primary">
          Compare
        </Button>
        <p>
          Or choose two rows of the <LinkTo link={{ to: '/traces' }}>list of traces</LinkTo>.
        </p>
      </form>
    </Panel>
  );
}

const wholeId = (text: string): string | undefined => {
  const id = idOf(text);
  return id?.length === 32 ? id : undefined;
};
