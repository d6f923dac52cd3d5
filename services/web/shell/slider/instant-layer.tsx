import { type FormEvent, useState } from 'react';
import { typedInstant } from '../../time/typed-instant.ts';
import { useZone } from '../../time/zone.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Layer } from '../../ui/layer.tsx';
import styles from './slider.module.css';

type InstantLayerProps = { readonly choose: (ms: number) => void; readonly close: () => void };

/** Asks for an instant in words. */
export const InstantLayer = ({ choose, close }: InstantLayerProps) => (
  <Layer title="Show an instant" close={close}>
    <InstantForm choose={choose} />
  </Layer>
);

function InstantForm({ choose }: Pick<InstantLayerProps, 'choose'>) {
  const zone = useZone();
  const [problem, setProblem] = useState<string>();
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const text = String(new FormData(event.currentTarget).get('instant'));
    const ms = typedInstant(text, Date.now(), zone);
    if (ms === undefined) setProblem('Write it as 14:05, -3h or 2026-11-25T02:14:00Z.');
    else choose(ms);
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <Field
        label="Instant"
        name="instant"
        autoFocus
        hint="14:05, -3h or 2026-11-25T02:14:00Z"
        problem={problem}
      />
      <Button type="submit" look="primary">
        Show
      </Button>
    </form>
  );
}
