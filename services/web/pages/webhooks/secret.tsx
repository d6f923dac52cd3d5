import type { ReactNode } from 'react';
import { CopyButton } from '../../ui/copy-button.tsx';
import styles from './webhooks.module.css';

type SecretProps = { readonly secret: string; readonly children: ReactNode };

/** A secret that is shown once, and what it is for. */
export const Secret = ({ secret, children }: SecretProps) => (
  <div className={styles.secret} role="status">
    <p>{children}</p>
    <p className={styles.line}>
      <code>{secret}</code> <CopyButton text={secret} />
    </p>
  </div>
);
