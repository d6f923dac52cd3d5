import { percentText } from '../../ui/figures.ts';
import styles from './releases.module.css';
import type { ReleaseFigures } from './words.ts';

/** The share of the spans that name the version, as a bar and as a number. */
export function Adoption({ adoption }: Pick<ReleaseFigures, 'adoption'>) {
  const { percent, span_count: spans } = adoption;
  return (
    <div className={styles.adoption}>
      <span>{spans === 0 ? 'no spans' : percentText(percent)}</span>
      <span className={styles.bar} aria-hidden>
        <i style={{ width: `${percent}%` }} />
      </span>
    </div>
  );
}
