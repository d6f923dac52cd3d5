import { useState } from 'react';
import { useOperatorAct } from '../../data/operator.ts';
import { Confirm } from '../../ui/confirm.tsx';
import styles from './operate.module.css';
import { usePastReason } from './operate-page.tsx';
import { counted, type DeadLetter, redrivenText } from './words.ts';

type RedriveProps = {
  /** Those that are shown; undefined while they are read. */
  readonly letters: readonly DeadLetter[] | undefined;
  readonly chosen: ReadonlySet<string>;
  readonly done: () => void;
};

/** Of one request. */
const idsMax = 1_000;

/** Sends the chosen dead letters, or all that wait, to be processed again, and says what was done. */
export function Redrive({ letters = [], chosen, done }: RedriveProps) {
  const off = usePastReason();
  const redrive = useOperatorAct('adminRedrive');
  const [said, setSaid] = useState('');
  const act = async (body: { readonly ids: readonly string[] } | { readonly all: true }) => {
    setSaid(redrivenText(await redrive({ body })));
    done();
  };
  const ids = letters.filter(({ id }) => chosen.has(id)).map(({ id }) => id);
  const again = letters.filter(({ id, redriven }) => redriven && chosen.has(id)).length;
  const waiting = letters.filter(({ redriven }) => !redriven).length;
  return (
    <section className={styles.tools} aria-label="Actions">
      <Confirm
        text="Redrive the chosen"
        disabledBecause={off ?? reasonOf(ids.length)}
        act={() => act({ ids })}
        will={
          <>
            {counted(ids.length, 'dead letter is', 'dead letters are')} sent to be processed again.
            One that fails again comes back here.
            {again > 0 &&
              ` ${counted(again, 'of them was', 'of them were')} redriven before; what was processed then does not count twice.`}
          </>
        }
      />
      <Confirm
        text="Redrive all"
        disabledBecause={off ?? (letters.length === 0 ? 'There is no dead letter.' : undefined)}
        act={() => act({ all: true })}
        will={`All dead letters of all topics that were not redriven yet are sent to be processed again: ${waiting} of those that are shown, and every one that is not shown. One that fails again comes back here.`}
      />
      <p role="status">{said}</p>
    </section>
  );
}

function reasonOf(count: number): string | undefined {
  if (count === 0) return 'Choose dead letters first.';
  return count > idsMax ? 'At most 1,000 can be redriven at once.' : undefined;
}
