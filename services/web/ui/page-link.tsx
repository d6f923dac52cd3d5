import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type PageLink, serviceLink } from '../links.ts';
import { ForeignLine } from './text.tsx';

type PageLinkProps = {
  readonly link: PageLink;
  readonly className?: string | undefined;
  readonly children: ReactNode;
};

/** A link to a page; the instant and the range go with it. */
export const LinkTo = ({ link, className, children }: PageLinkProps) => (
  <Link {...link} className={className ?? ''}>
    {children}
  </Link>
);

/** The name of a service, which leads to its page. */
export const ServiceName = ({ children }: { readonly children: string }) => (
  <LinkTo link={serviceLink(children)}>
    <ForeignLine>{children}</ForeignLine>
  </LinkTo>
);
