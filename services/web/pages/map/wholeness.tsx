import type { ResponseOf } from '../../../../schemas/http/routes.ts';
import { wholeText } from '../../ui/figures.ts';
import styles from './map.module.css';

type WholenessProps = Pick<ResponseOf<'serviceMap'>, 'is_whole' | 'unjoined' | 'omitted'> & {
  readonly undrawn: number;
};

/** What the map lacks: a reader must not take it for all there is. */
export function Wholeness({ is_whole, unjoined, omitted, undrawn }: WholenessProps) {
  if (is_whole && undrawn === 0) return null;
  const lacks = [
    [unjoined.callers, 'calls name nothing, and their other end is not known'],
    [unjoined.callees, 'requests come from a caller that is not known'],
    [omitted.nodes, 'services and dependencies with the fewest requests are left out'],
    [omitted.edges, 'connections with the fewest requests are left out'],
    [undrawn, 'connections are in the table alone'],
  ] as const;
  const found = lacks.filter(([count]) => count > 0);
  return (
    <p className={styles.lacks} role="note">
      <strong>This map is not whole.</strong>{' '}
      {found.map(([count, what]) => `${wholeText(count)} ${what}.`).join(' ')}
      {found.length === 0 && 'Some callees are together as “(other)”.'}
    </p>
  );
}
