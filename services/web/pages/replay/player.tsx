import { useMemo, useRef } from 'react';
import type {
  LinkedSpan,
  SessionError,
  SlowRequestBody,
} from '../../../../schemas/replays/routes.ts';
import type { ApiProblem } from '../../data/problem.ts';
import { Failure } from '../../ui/states.tsx';
import { type ClickMoment, ClickTable } from './click-table.tsx';
import type { Playing } from './conductor.ts';
import { Controls } from './controls.tsx';
import { ErrorTable } from './error-table.tsx';
import styles from './replay.module.css';
import { SeekBar } from './seek-bar.tsx';
import { SlowTable } from './slow-table.tsx';
import { SpanTable } from './span-table.tsx';
import { gapsOf, type Segment } from './timeline.ts';
import { useConductor } from './use-conductor.ts';
import { usePlayerKeys } from './use-player-keys.ts';

type PlayerProps = {
  readonly session: string;
  /** Of the part that is shown. */
  readonly segments: readonly Segment[];
  readonly spans: readonly LinkedSpan[];
  readonly errors: readonly SessionError[];
  readonly slowRequests: readonly SlowRequestBody[];
  readonly clicks: readonly ClickMoment[];
  readonly moreClicks: number;
};

/** The recorded page, its controls, and what failed meanwhile. */
export function Player({ session, segments, ...found }: PlayerProps) {
  const { spans, errors, slowRequests, clicks, moreClicks } = found;
  const [conductor, playing, frame] = useConductor(session, segments);
  const box = useRef<HTMLElement>(null);
  usePlayerKeys(conductor, box);
  const missing = useMemo(() => gapsOf(segments), [segments]);
  const gaps = [...missing, ...playing.lost];
  const isInGap = gaps.some(({ fromMs, toMs }) => playing.atMs >= fromMs && playing.atMs < toMs);
  return (
    <div className={styles.player}>
      <section ref={box} className={styles.stage} aria-label="Player">
        <div className={styles.picture} data-drawn={playing.isDrawn || undefined}>
          <iframe
            ref={frame}
            title="Recorded page"
            src={new URL('replay-frame', document.baseURI).href}
            tabIndex={-1}
          />
          <Notice playing={playing} isInGap={isInGap} retry={() => conductor.retry()} />
        </div>
        <SeekBar
          conductor={conductor}
          playing={playing}
          gaps={gaps}
          spans={spans}
          clicks={clicks}
        />
        <Controls conductor={conductor} playing={playing} gaps={gaps} />
      </section>
      <SpanTable spans={spans} conductor={conductor} />
      <ErrorTable errors={errors} conductor={conductor} />
      <SlowTable requests={slowRequests} conductor={conductor} />
      <ClickTable clicks={clicks} more={moreClicks} conductor={conductor} />
    </div>
  );
}

type NoticeProps = {
  readonly playing: Playing;
  readonly isInGap: boolean;
  readonly retry: () => void;
};

/** Over the picture: why there is none, or none that is right. */
function Notice({ playing, isInGap, retry }: NoticeProps) {
  const { problem, isWaiting, isDrawn, isBroken } = playing;
  if (problem !== undefined)
    return (
      <div className={styles.notice}>
        <Failure problem={problem as ApiProblem} retry={retry} />
      </div>
    );
  const text = isWaiting
    ? 'Loading'
    : isBroken
      ? 'The recording cannot be drawn from here on. Go to another instant.'
      : isInGap
        ? 'What happened here was not received.'
        : isDrawn
          ? ''
          : 'The whole page was not recorded up to here, so there is nothing to draw.';
  return (
    <p role="status" className={styles.notice} hidden={text === ''}>
      {text}
    </p>
  );
}
