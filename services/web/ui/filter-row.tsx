import type { ReactNode } from 'react';
import styles from './filter-row.module.css';

/** What a list is narrowed to: choices beside each other, on as many lines as they need. */
export const FilterRow = ({ children }: { readonly children: ReactNode }) => (
  <search className={styles.row}>{children}</search>
);
