import type { ReactNode } from 'react';
import styles from './row-list.module.css';
import { useRowKeys } from './use-row-keys.ts';

/** A table that `j`, `k`, `x` and Enter go through; the row with the focus is marked. */
export const RowList = ({ children }: { readonly children: ReactNode }) => (
  <div ref={useRowKeys<HTMLDivElement>()} className={styles.list}>
    {children}
  </div>
);
