import type { ResponseOf } from '../../../../schemas/http/routes.ts';
import { wholeText } from '../../ui/figures.ts';
import { Foreign, ForeignValue, Muted } from '../../ui/text.tsx';
import { Instant } from '../../ui/time.tsx';
import { DeleteSession } from './delete-session.tsx';
import styles from './replay.module.css';
import { clockText } from './timeline.ts';

/** Who it was, where and when. */
export const About = ({ found }: { readonly found: ResponseOf<'getReplay'> }) => (
  <section className={styles.about} aria-label="About">
    {found.url !== null && (
      <p>
        <ForeignValue>{found.url}</ForeignValue>
      </p>
    )}
    <p>
      {found.user_id === null ? (
        <Muted>An unknown user</Muted>
      ) : (
        <>
          User <Foreign>{found.user_id}</Foreign>
        </>
      )}
      , <Instant at={found.started_at} isRelative />, {clockText(found.duration_ms)} long,{' '}
      {wholeText(found.click_count)} clicks, {wholeText(found.keypress_count)} keys
      {found.type === 'buffer' && '; recorded before an error'}
    </p>
    <p>
      Rage clicks: {wholeText(found.rage_click_count)}, dead clicks:{' '}
      {wholeText(found.dead_click_count)}
    </p>
    {found.user_agent !== null && (
      <Muted>
        <Foreign>{found.user_agent}</Foreign>
      </Muted>
    )}
    <DeleteSession found={found} />
  </section>
);
