import { type ReactNode, useState } from 'react';
import { ApiProblem } from '../data/problem.ts';
import { Button } from './button.tsx';
import styles from './form.module.css';
import { Layer } from './layer.tsx';
import { Failure } from './states.tsx';

type ConfirmProps = {
  /** Of the button, and of the one that does it. */
  readonly text: string;
  /** What will happen, in a sentence, and whether it can be taken back. */
  readonly will: ReactNode;
  readonly act: () => Promise<unknown>;
  readonly disabledBecause?: string | undefined;
};

/** A button for what cannot be taken back, or costs something: it says what it will do before it does it. */
export function Confirm({ text, will, act, disabledBecause }: ConfirmProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button disabledBecause={disabledBecause} onClick={() => setOpen(true)}>
        {text}
      </Button>
      {isOpen && (
        <Layer title={text} close={() => setOpen(false)}>
          <Question text={text} will={will} act={act} close={() => setOpen(false)} />
        </Layer>
      )}
    </>
  );
}

type QuestionProps = Pick<ConfirmProps, 'text' | 'will' | 'act'> & { readonly close: () => void };

function Question({ text, will, act, close }: QuestionProps) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ApiProblem>();
  const press = (): void => {
    setBusy(true);
    setProblem(undefined);
    void act()
      .then(close, (error: unknown) => {
        if (!(error instanceof ApiProblem)) throw error;
        setProblem(error);
      })
      .finally(() => setBusy(false));
  };
  return (
    <div className={styles.will}>
      <p>{will}</p>
      {problem !== undefined && <Failure problem={problem} retry={press} />}
      <div className={styles.end}>
        <Button
          look="primary"
          aria-busy={isBusy}
          disabledBecause={isBusy ? 'It is being done.' : undefined}
          onClick={press}
        >
          {text}
        </Button>
        <Button onClick={close}>Cancel</Button>
      </div>
    </div>
  );
}
