import type { ReactNode } from 'react';
import { Lead } from '../../ui/layout.tsx';
import { ServiceName } from '../../ui/page-link.tsx';
import { Foreign, ForeignValue, Muted } from '../../ui/text.tsx';
import { Instant } from '../../ui/time.tsx';
import styles from './release.module.css';
import type { ReleaseBody } from './words.ts';

/** What a pipeline said of the release. */
export function About({ release }: { readonly release: ReleaseBody }) {
  const { services, source, author, commit_sha, commit_range, url, notes } = release;
  return (
    <Lead>
      <dl className={styles.about}>
        <Fact name="Recorded">
          <Instant at={release.created_at} isRelative /> by <Foreign>{source}</Foreign>
        </Fact>
        <Fact name="Finalized">
          {release.finalized_at === null ? (
            <Muted>not yet</Muted>
          ) : (
            <Instant at={release.finalized_at} isRelative />
          )}
        </Fact>
        <Fact name="Services">
          {services.length === 0 ? (
            <Muted>those whose spans name this version</Muted>
          ) : (
            <ul className={styles.services}>
              {services.map(each => (
                <li key={each}>
                  <ServiceName>{each}</ServiceName>
                </li>
              ))}
            </ul>
          )}
        </Fact>
        <Text name="Author" text={author} />
        <Text name="Commit" text={commit_sha} />
        <Text name="Commits" text={commit_range} />
        <Text name="Changes" text={url} />
        <Text name="Notes" text={notes} />
      </dl>
    </Lead>
  );
}

type FactProps = { readonly name: string; readonly children: ReactNode };

const Fact = ({ name, children }: FactProps) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

const Text = ({ name, text }: { readonly name: string; readonly text: string | null }) =>
  text !== null && (
    <Fact name={name}>
      <ForeignValue>{text}</ForeignValue>
    </Fact>
  );
