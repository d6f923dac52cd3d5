import { useState } from 'react';
import { useTime } from '../../time/use-time.ts';
import { Field } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Muted } from '../../ui/text.tsx';

type QuestionProps = { readonly ask: (question: string) => Promise<void> };

/** The next question; Enter asks it. Keys that only read may ask, too. */
export function Question({ ask }: QuestionProps) {
  const [typed, setTyped] = useState('');
  const { asOf } = useTime();
  const off = asOf === undefined ? undefined : 'Answers are about now. Go back to now first.';
  return (
    <Form
      text="Ask"
      disabledBecause={off}
      submit={async () => {
        await ask(typed.trim());
        setTyped('');
      }}
      aside={off !== undefined && <Muted>{off}</Muted>}
    >
      <Field
        label="Question"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        required
        maxLength={4_000}
        autoComplete="off"
        placeholder="Why does checkout fail?"
      />
    </Form>
  );
}
