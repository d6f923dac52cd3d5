import type { ReactNode } from 'react';
import styles from './text.module.css';

/** Text of users: its direction is its own, so that it cannot turn what stands around it; it never widens the page. */
export const Foreign = ({ children }: { readonly children: string }) => (
  <bdi className={styles.foreign}>{children}</bdi>
);

/** The same on one line, cut where there is no room, whole on hover. */
export const ForeignLine = ({ children }: { readonly children: string }) => (
  <bdi className={styles.line} title={children.slice(0, 1_000)}>
    {children.slice(0, 500)}
  </bdi>
);

export const Muted = ({ children }: { readonly children: ReactNode }) => (
  <span className={styles.muted}>{children}</span>
);

/** Only what surely leads to a page becomes a link: no `javascript:` that a span carries. */
export function ForeignValue({ children }: { readonly children: string }) {
  return /^https?:\/\/[^\s]{1,2000}$/u.test(children) ? (
    <a href={children} rel="noreferrer noopener" target="_blank">
      <Foreign>{children}</Foreign>
    </a>
  ) : (
    <Foreign>{children}</Foreign>
  );
}
