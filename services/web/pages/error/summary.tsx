import type { ReactNode } from 'react';
import { serviceLink, spanLink } from '../../links.ts';
import { wholeText } from '../../ui/figures.ts';
import { Lead, Sentence } from '../../ui/layout.tsx';
import { LinkTo } from '../../ui/page-link.tsx';
import { Foreign, ForeignLine, Muted } from '../../ui/text.tsx';
import { Instant } from '../../ui/time.tsx';
import styles from './error.module.css';
import type { Found } from './found.ts';

type SummaryProps = { readonly found: Found; readonly children: ReactNode };

/** What it says, where, how often and since when. */
export const Summary = ({ found, children }: SummaryProps) => (
  <Lead>
    {found.error_type !== '' && found.message !== '' && (
      <Sentence>
        <Foreign>{found.message}</Foreign>
      </Sentence>
    )}
    <p>
      <strong>
        {wholeText(found.count)} {found.count === 1 ? 'time' : 'times'}
      </strong>{' '}
      in {wholeText(found.traces)} {found.traces === 1 ? 'trace' : 'traces'} of{' '}
      <LinkTo link={serviceLink(found.service_name)}>
        <Foreign>{found.service_name}</Foreign>
      </LinkTo>
      . First seen <Instant at={found.first_seen} shape="minute" isRelative />, last seen{' '}
      <Instant at={found.last_seen} shape="minute" isRelative />.{' '}
      <LinkTo link={spanLink(found.latest.trace_id, found.latest.span_id)}>Latest trace</LinkTo>
    </p>
    {found.versions.length > 0 && <Versions found={found} />}
    {children}
  </Lead>
);

const shownMax = 5;

function Versions({ found: { versions, new_in_version: began } }: { readonly found: Found }) {
  const more = versions.length - shownMax;
  return (
    <p className={styles.versions}>
      <Muted>{began === null ? 'Seen in' : 'New in'}</Muted>
      {versions.slice(0, shownMax).map(version => (
        <ForeignLine key={version}>{version}</ForeignLine>
      ))}
      {more > 0 && <Muted>and {more} more</Muted>}
    </p>
  );
}
