import { useState } from 'react';
import type { ResponseOf } from '../../../schemas/http/routes.ts';
import { Button } from './button.tsx';
import { CopyButton } from './copy-button.tsx';
import styles from './stack-text.module.css';
import { Muted } from './text.tsx';

type Unmapped = NonNullable<ResponseOf<'getError'>['unmapped']>;

type StackTextProps = {
  readonly sent: string;
  /** The same with the places in the sources, where a map is known. */
  readonly inSources?: string | undefined;
  /** Why no map has a place of it. */
  readonly unmapped?: Unmapped | null | undefined;
};

/** Programs on servers need no maps: their frames have paths. */
const isOfPage = (stack: string): boolean => /https?:\/\//u.test(stack);

/** A stack: where in the sources, and on demand as it was sent. */
export function StackText({ sent, inSources, unmapped }: StackTextProps) {
  const [isSent, setSent] = useState(false);
  const text = isSent ? sent : (inSources ?? sent);
  return (
    <div className={styles.box}>
      <div className={styles.tools}>
        {inSources !== undefined && (
          <Button aria-pressed={isSent} onClick={() => setSent(!isSent)}>
            As it was sent
          </Button>
        )}
        <CopyButton text={text} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard. */}
      <pre className={styles.text} tabIndex={0}>
        {text}
      </pre>
      {unmapped != null && isOfPage(sent) && unmapped.reason !== 'no_debug_id_or_release' && (
        <Muted>As it ran: {unmapped.message}.</Muted>
      )}
    </div>
  );
}
