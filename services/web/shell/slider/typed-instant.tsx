import { lazy, Suspense, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { useShortcut } from '../shortcuts.ts';
import styles from './slider.module.css';

const InstantLayer = lazy(async () => ({
  default: (await import('./instant-layer.tsx')).InstantLayer,
}));

type TypedInstantProps = { readonly text: string; readonly choose: (ms: number) => void };

/** The instant in words; a click, or `t`, lets one type another. */
export function TypedInstant({ text, choose }: TypedInstantProps) {
  const [isOpen, setOpen] = useState(false);
  useShortcut('type', () => setOpen(true));
  return (
    <>
      <Button look="quiet" className={styles.instant} onClick={() => setOpen(true)}>
        {text}
      </Button>
      <Suspense>
        {isOpen && (
          <InstantLayer
            close={() => setOpen(false)}
            choose={ms => {
              setOpen(false);
              choose(ms);
            }}
          />
        )}
      </Suspense>
    </>
  );
}
