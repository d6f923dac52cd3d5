import { Pause, Play } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/select.tsx';
import { Muted } from '../../ui/text.tsx';
import type { Conductor, Playing } from './conductor.ts';
import styles from './replay.module.css';
import { clockText, type Stretch } from './timeline.ts';

type ControlsProps = {
  readonly conductor: Conductor;
  readonly playing: Playing;
  readonly gaps: readonly Stretch[];
};

const speeds = [0.5, 1, 2, 4, 8];

/** All of them work at any time, also while idle time is skipped. */
export function Controls({ conductor, playing, gaps }: ControlsProps) {
  const { isPlaying, atMs, speed, skipsIdle } = playing;
  const { fromMs, toMs } = conductor.span;
  const Icon = isPlaying ? Pause : Play;
  return (
    <div className={styles.controls}>
      <Button look="primary" onClick={() => conductor.toggle()}>
        <Icon size={14} aria-hidden />
        {isPlaying ? 'Pause' : 'Play'}
      </Button>
      <span className={styles.clock}>
        {clockText(atMs - fromMs)} / {clockText(toMs - fromMs)}
      </span>
      <Select
        aria-label="Speed"
        value={speed}
        onChange={({ target }) => conductor.setSpeed(Number(target.value))}
      >
        {speeds.map(each => (
          <option key={each} value={each}>
            {each}×
          </option>
        ))}
      </Select>
      <Button aria-pressed={skipsIdle} onClick={() => conductor.setSkipsIdle(!skipsIdle)}>
        Skip idle time
      </Button>
      <Muted>{gaps.length > 0 ? gapText(gaps, fromMs) : 'Space plays, arrows go 5 s'}</Muted>
    </div>
  );
}

const shownMax = 3;

function gapText(gaps: readonly Stretch[], beginMs: number): string {
  const times = gaps
    .slice(0, shownMax)
    .map(gap => `${clockText(gap.fromMs - beginMs)} to ${clockText(gap.toMs - beginMs)}`);
  const more = gaps.length > shownMax ? ` and ${gaps.length - shownMax} more` : '';
  return `Not received: ${times.join(', ')}${more}. What is drawn after it may be incomplete.`;
}
