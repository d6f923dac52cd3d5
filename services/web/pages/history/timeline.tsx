import { useRead } from '../../data/use-read.ts';
import { linkAt, type PageLink } from '../../links.ts';
import { RowList } from '../../shell/row-list.tsx';
import { useNow } from '../../time/use-now.ts';
import { LinkTo } from '../../ui/page-link.tsx';
import { Foreign, Muted } from '../../ui/text.tsx';
import { Instant } from '../../ui/time.tsx';
import { Changes } from './changes.tsx';
import { type Entry, minutesAround, thingLink, thingText, whoText } from './entry.ts';
import styles from './history.module.css';

/** Changes under each other, the latest first; `j` and `k` go through them. */
export const Timeline = ({ entries }: { readonly entries: readonly Entry[] }) => (
  <RowList>
    <ol className={styles.timeline}>
      {entries.map(entry => (
        <li key={entry.id} data-row>
          <One entry={entry} />
        </li>
      ))}
    </ol>
  </RowList>
);

const One = ({ entry }: { readonly entry: Entry }) => (
  <article className={styles.entry} aria-label={entry.summary.slice(0, 200)}>
    <Instant at={entry.at} />
    <div className={styles.about}>
      <p className={styles.summary}>
        <Foreign>{entry.summary}</Foreign>
      </p>
      <Links entry={entry} />
      <Changes changes={entry.changes} />
    </div>
  </article>
);

/** A person by its address, where the reader may see it. */
function Who({ actor }: Pick<Entry, 'actor'>) {
  const isPerson = actor.type === 'user';
  const reading = useRead('listMembers', { query: { removed: true }, isWanted: isPerson });
  const member = reading.data?.body.members.find(({ id }) => isPerson && id === actor.id);
  const address = member?.email ?? member?.email_hint;
  return address ? <Foreign>{address}</Foreign> : whoText(actor);
}

const overview: PageLink = { to: '/' };

/** Who did it, what it was done to, and everything just before and just after. */
function Links({ entry }: { readonly entry: Entry }) {
  const { before, after } = minutesAround(entry.at, useNow());
  const { actor, resource } = entry;
  const thing = thingLink(entry);
  return (
    <p className={styles.links}>
      {thing !== undefined && <LinkTo link={thing}>Open {thingText(resource.type)}</LinkTo>}
      <span>
        <Muted>by</Muted>{' '}
        <LinkTo link={historyOf('actor', actor)}>
          <Who actor={actor} />
        </LinkTo>
      </span>
      <LinkTo link={historyOf('resource', resource)}>All its changes</LinkTo>
      <span>
        <Muted>Show everything</Muted>{' '}
        <LinkTo link={linkAt(overview, before)}>
          <span className="visually-hidden">Show everything </span>before
        </LinkTo>{' '}
        <LinkTo link={linkAt(overview, after)}>
          <span className="visually-hidden">Show everything </span>after
        </LinkTo>
      </span>
    </p>
  );
}

type Named = { readonly type: string; readonly id: string | null };

const historyOf = (name: 'actor' | 'resource', { type, id }: Named): PageLink => ({
  to: '/history',
  search: { [name]: id === null || type === 'system' ? type : `${type}:${id}` },
});
