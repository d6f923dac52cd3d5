import type { ReactNode } from 'react';
import type { PageLink } from '../links.ts';
import styles from './button.module.css';
import { LinkTo } from './page-link.tsx';

type ButtonLinkProps = { readonly link: PageLink; readonly children: ReactNode };

/** A link to a page on which something is done, between buttons. */
export const ButtonLink = ({ link, children }: ButtonLinkProps) => (
  <LinkTo link={link} className={`${styles.button} ${styles.link}`}>
    {children}
  </LinkTo>
);
