import type { ReactNode } from 'react';
import styles from './layout.module.css';

type PageProps = {
  readonly title: ReactNode;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
};

/** A page with its title and, beside it, what concerns all of it. */
export const Page = ({ title, aside, children }: PageProps) => (
  <div className={styles.page}>
    <header className={styles.head}>
      <h1>{title}</h1>
      {aside !== undefined && <div className={styles.aside}>{aside}</div>}
    </header>
    {children}
  </div>
);

/** Panels beside each other where there is room for them. */
export const Columns = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles.columns}>{children}</div>
);

/** What a page is about, before everything else. */
export const Lead = ({ children }: { readonly children: ReactNode }) => (
  <section className={styles.lead} aria-label="About">
    {children}
  </section>
);

/** The one sentence that answers why somebody came. */
export const Sentence = ({ children }: { readonly children: ReactNode }) => (
  <p className={styles.sentence}>{children}</p>
);

type FigureProps = {
  readonly name: string;
  readonly value: string;
  readonly about?: ReactNode;
  readonly tone?: 'critical' | 'warning' | 'ok';
};

type FiguresProps = {
  /** They are those of before, and new ones are on their way. */
  readonly isBusy?: boolean;
  readonly children: ReactNode;
};

export const Figures = ({ isBusy = false, children }: FiguresProps) => (
  <dl className={styles.figures} aria-busy={isBusy}>
    {children}
  </dl>
);

/** One number that is read from across the room. */
export const Figure = ({ name, value, about, tone }: FigureProps) => (
  <div className={styles.figure}>
    <dt>{name}</dt>
    <dd className={tone === undefined ? styles.value : `${styles.value} ${styles[tone]}`}>
      {value}
    </dd>
    {about !== undefined && <dd className={styles.about}>{about}</dd>}
  </div>
);
