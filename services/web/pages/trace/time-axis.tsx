import { durationText } from '../../ui/figures.ts';
import styles from './trace.module.css';
import type { Zoom } from './use-view.ts';

const ticks = [0, 0.25, 0.5, 0.75, 1];

/** Times since the start of the trace, above the bars. */
export const TimeAxis = ({ zoom: { fromNs, toNs } }: { readonly zoom: Zoom }) => (
  <div className={styles.axis} aria-hidden>
    {ticks.map(share => (
      <span key={share}>{durationText((fromNs + (toNs - fromNs) * share) / 1e6)}</span>
    ))}
  </div>
);
