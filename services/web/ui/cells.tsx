import type { ReactNode } from 'react';
import styles from './cells.module.css';

type Children = { readonly children: ReactNode };

/** The name of a row of a table, and below it what else tells the row from others; or another long text. It keeps some width on a telephone. */
export const NameCell = ({ children }: Children) => <div className={styles.name}>{children}</div>;

/** The buttons of a row, beside each other. */
export const ActionsCell = ({ children }: Children) => (
  <div className={styles.actions}>{children}</div>
);
