import type { LinkedSpan } from '../../../../schemas/replays/routes.ts';
import type { ClickMoment } from './click-table.tsx';
import type { Conductor, Playing } from './conductor.ts';
import styles from './replay.module.css';
import { clockText, type Stretch } from './timeline.ts';

type SeekBarProps = {
  readonly conductor: Conductor;
  readonly playing: Playing;
  readonly gaps: readonly Stretch[];
  readonly spans: readonly LinkedSpan[];
  readonly clicks: readonly ClickMoment[];
};

/** Where the recording is. Hatched: not received. Ticks above: requests, and those that failed; below: rage and dead clicks. */
export function SeekBar({ conductor, playing, gaps, spans, clicks }: SeekBarProps) {
  const { fromMs, toMs } = conductor.span;
  const length = toMs - fromMs;
  const share = (ms: number): string =>
    `${Math.min(1, Math.max(0, (ms - fromMs) / Math.max(1, length))) * 100}%`;
  const atMs = playing.atMs - fromMs;
  return (
    <div className={styles.bar}>
      <div className={styles.track} aria-hidden>
        <div className={styles.loaded} style={{ width: share(playing.loadedToMs) }} />
        <div className={styles.played} style={{ width: share(playing.atMs) }} />
        {gaps.map(gap => (
          <div
            key={`gap ${gap.fromMs}`}
            className={styles.gap}
            title="Not received"
            style={{ left: share(gap.fromMs), width: share(fromMs + gap.toMs - gap.fromMs) }}
          />
        ))}
        {spans.map(({ trace_id, span_id, time, has_error }) => (
          <div
            key={`${trace_id} ${span_id}`}
            className={styles.tick}
            data-error={has_error || undefined}
            style={{ left: share(Date.parse(time)) }}
          />
        ))}
        {clicks.map(({ key, kind, at }) => (
          <div
            key={key}
            className={styles.click}
            data-kind={kind}
            style={{ left: share(Date.parse(at)) }}
          />
        ))}
      </div>
      <input
        type="range"
        aria-label="Instant of the recording"
        aria-valuetext={`${clockText(atMs)} of ${clockText(length)}`}
        min={0}
        max={length}
        value={Math.round(atMs)}
        onChange={({ target }) => conductor.seek(fromMs + Number(target.value))}
      />
    </div>
  );
}
