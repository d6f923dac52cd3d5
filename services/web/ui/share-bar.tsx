import styles from './share-bar.module.css';

type ShareBarProps = {
  /** Said above the bar, which shows it to the eye alone. */
  readonly text: string;
  /** Of the whole; what is beyond its ends is cut. */
  readonly percent: number;
  readonly tone?: string | undefined;
};

/** A share as a number and as a bar. */
export const ShareBar = ({ text, percent, tone }: ShareBarProps) => (
  <div className={styles.share}>
    <span>{text}</span>
    <span className={styles.bar} aria-hidden>
      <i data-tone={tone} style={{ width: `${Math.min(100, Math.max(0, percent))}%` }} />
    </span>
  </div>
);
