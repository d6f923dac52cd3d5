import type { ComponentProps } from 'react';
import styles from './field.module.css';

/** The browser's own: known to everybody, and right on a telephone. */
export const Select = (props: ComponentProps<'select'>) => (
  <select {...props} className={`${styles.field} ${props.className ?? ''}`} />
);
