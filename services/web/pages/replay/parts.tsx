import { usePageSearch } from '../../page-search.ts';
import { Button } from '../../ui/button.tsx';
import { wholeText } from '../../ui/figures.ts';
import { Instant } from '../../ui/time.tsx';
import styles from './replay.module.css';
import { partBytesMax, type Segment, spanOf } from './timeline.ts';

type PartsProps = {
  readonly parts: readonly (readonly Segment[])[];
  /** Which of them is shown, from 1. */
  readonly number: number;
};

const instant = (ms: number): string => new Date(ms).toISOString();

/** A recording that is longer than what is shown at once. */
export function Parts({ parts, number }: PartsProps) {
  const [, change] = usePageSearch('part');
  const { fromMs, toMs } = spanOf(parts[number - 1] ?? []);
  const go = (next: number): void => change({ part: next === 1 ? '' : String(next) });
  return (
    <nav className={styles.parts} aria-label="Parts of the recording">
      <Button
        disabledBecause={number === 1 ? 'This is the first part' : undefined}
        onClick={() => go(number - 1)}
      >
        Earlier part
      </Button>
      <Button
        disabledBecause={number === parts.length ? 'This is the last part' : undefined}
        onClick={() => go(number + 1)}
      >
        Later part
      </Button>
      <p>
        This is part {number} of {wholeText(parts.length)}, from{' '}
        <Instant at={instant(fromMs)} shape="clock" /> to{' '}
        <Instant at={instant(toMs)} shape="clock" />: the recording is longer than the{' '}
        {wholeText(partBytesMax / 1_024 ** 2)} MiB that are shown at once.
        {number > 1 && ' There may be no picture until the whole page was recorded again.'}
      </p>
    </nav>
  );
}
