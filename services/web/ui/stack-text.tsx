import { useState } from 'react';
import { Button } from './button.tsx';
import { CopyButton } from './copy-button.tsx';
import styles from './stack-text.module.css';

type StackTextProps = {
  readonly sent: string;
  /** The same with the places in the sources, where a map is known. */
  readonly inSources?: string | undefined;
};

/** A stack: where in the sources, and on demand as it was sent. */
export function StackText({ sent, inSources }: StackTextProps) {
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
    </div>
  );
}
