import { Muted } from '../../ui/text.tsx';
import styles from './releases.module.css';
import type { Pair } from './words.ts';

/** A figure before and after a deployment. */
export const Compared = ({ pair: [before, after] }: { readonly pair: Pair }) => (
  <span className={styles.pair}>
    <Muted>
      <span className="visually-hidden">before </span>
      {before}
    </Muted>{' '}
    <span aria-hidden>→</span> <span className="visually-hidden">after </span>
    {after}
  </span>
);
