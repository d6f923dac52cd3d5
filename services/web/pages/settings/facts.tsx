import type { ReactNode } from 'react';
import styles from './settings.module.css';

type Children = { readonly children: ReactNode };

/** What is so, by name. */
export const Facts = ({ children }: Children) => <dl className={styles.facts}>{children}</dl>;

export const Fact = ({ name, children }: Children & { readonly name: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);
