import { useState } from 'react';
import type { Json } from '../../../../schemas/json.ts';
import { Button } from '../../ui/button.tsx';
import { wholeText } from '../../ui/figures.ts';
import { LongText } from '../../ui/long-text.tsx';
import { ForeignLine, Muted } from '../../ui/text.tsx';
import styles from './snapshot.module.css';

/** Levels, and values of one, that are open at first; the rest is drawn when it is opened. */
const openLevels = 2;
const openMax = 20;

/** Values of one level that are drawn before somebody wants more. */
const shownAtOnce = 100;

const isBox = (value: Json): value is Exclude<Json, string | number | boolean | null> =>
  typeof value === 'object' && value !== null;

type TreeProps = { readonly value: Json; readonly level?: number };

/** JSON as a tree that opens. */
export function Tree({ value, level = 0 }: TreeProps) {
  const [shown, show] = useState(shownAtOnce);
  if (!isBox(value)) return <Leaf value={value} />;
  const entries = Object.entries(value) as readonly (readonly [string, Json])[];
  return (
    <ul className={styles.tree}>
      {entries.slice(0, shown).map(([name, each]) => (
        <li key={name}>
          {isBox(each) ? (
            <Branch name={name} value={each} level={level} />
          ) : (
            <div className={styles.leaf}>
              <ForeignLine>{name}</ForeignLine>
              <Leaf value={each} />
            </div>
          )}
        </li>
      ))}
      {entries.length > shown && (
        <li>
          <Button onClick={() => show(shown + shownAtOnce)}>
            Show more of {wholeText(entries.length)}
          </Button>
        </li>
      )}
    </ul>
  );
}

type BranchProps = { readonly name: string; readonly value: Json; readonly level: number };

function Branch({ name, value, level }: BranchProps) {
  const count = Object.keys(value as object).length;
  const [isOpen, setOpen] = useState(level < openLevels && count <= openMax);
  return (
    <details open={isOpen} onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>
        <bdi>{name.slice(0, 200)}</bdi>{' '}
        <Muted>{Array.isArray(value) ? `list of ${count}` : `${count} fields`}</Muted>
      </summary>
      {isOpen && <Tree value={value} level={level + 1} />}
    </details>
  );
}

const Leaf = ({ value }: { readonly value: Json }) => (
  <div className={styles.value}>
    {typeof value === 'string' ? (
      <LongText>{value}</LongText>
    ) : (
      <span className={styles.literal}>{String(value)}</span>
    )}
  </div>
);
