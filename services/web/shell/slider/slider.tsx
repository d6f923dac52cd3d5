import { useState } from 'react';
import { instantText } from '../../time/format.ts';
import { type RangeName, ranges, wholeMinute } from '../../time/time-search.ts';
import { useNow } from '../../time/use-now.ts';
import { useTime } from '../../time/use-time.ts';
import { useZone } from '../../time/zone.ts';
import { Select } from '../../ui/select.tsx';
import { useShortcut } from '../shortcuts.ts';
import { Gaps } from './gaps.tsx';
import { Marks } from './marks.tsx';
import styles from './slider.module.css';
import { TypedInstant } from './typed-instant.tsx';
import { type Mark, useMarks } from './use-marks.ts';

const minuteMs = 60_000;
const lengths = ['1h', '6h', '24h', '7d', '30d'] as const satisfies readonly RangeName[];

/** Sets the instant that every page is shown as of. Its right end is now. */
export function Slider() {
  const nowMs = useNow();
  const zone = useZone();
  const { search, asOf, change } = useTime();
  const [length, setLength] = useState<(typeof lengths)[number]>('24h');
  const [dragged, setDragged] = useState<number>();
  const end = Math.floor(nowMs / minuteMs);
  const span = ranges[length].ms / minuteMs;
  const chosen = asOf === undefined ? end : Date.parse(asOf) / minuteMs;
  const start = Math.min(end - span, chosen);
  const [isUsed, setUsed] = useState(false);
  const marks = useMarks(start * minuteMs, (end + 1) * minuteMs, isUsed);
  const go = (minute: number): void => {
    setDragged(undefined);
    const { as_of: _, known: __, ...now } = search;
    change(minute >= end ? now : { ...search, as_of: wholeMinute(minute * minuteMs) });
  };
  useMarkShortcuts(marks, chosen, go);
  const value = dragged ?? chosen;
  return (
    <div className={styles.slider} data-past={asOf !== undefined || undefined}>
      <Select
        aria-label="Length of the time slider"
        value={length}
        onChange={({ target }) => setLength(target.value as typeof length)}
      >
        {lengths.map(each => (
          <option key={each} value={each}>
            {each}
          </option>
        ))}
      </Select>
      <div className={styles.track}>
        <Gaps fromMs={start * minuteMs} toMs={end * minuteMs} />
        <Marks marks={marks} fromMs={start * minuteMs} toMs={end * minuteMs} />
        <input
          type="range"
          aria-label="Instant that is shown"
          aria-valuetext={value >= end ? 'now' : instantText(value * minuteMs, 'minute', zone)}
          min={start}
          max={end}
          value={value}
          onFocus={() => setUsed(true)}
          onPointerEnter={() => setUsed(true)}
          onChange={({ target }) => setDragged(Number(target.value))}
          onPointerUp={() => dragged !== undefined && go(dragged)}
          onKeyUp={() => dragged !== undefined && go(dragged)}
          onKeyDown={event => {
            const step = { ArrowLeft: -15, ArrowRight: 15 }[event.key];
            if (step === undefined || !event.shiftKey) return;
            event.preventDefault();
            setDragged(Math.min(end, Math.max(start, value + step)));
          }}
        />
      </div>
      <TypedInstant
        text={value >= end ? 'now' : instantText(value * minuteMs, 'minute', zone)}
        choose={ms => go(Math.floor(ms / minuteMs))}
      />
    </div>
  );
}

function useMarkShortcuts(
  marks: readonly Mark[],
  chosen: number,
  go: (minute: number) => void,
): void {
  const minutes = marks.map(({ atMs }) => Math.floor(atMs / minuteMs)).sort((a, b) => a - b);
  useShortcut('earlier', () => {
    const found = minutes.findLast(minute => minute < chosen);
    if (found !== undefined) go(found);
  });
  useShortcut('later', () => {
    const found = minutes.find(minute => minute > chosen);
    if (found !== undefined) go(found);
  });
  useShortcut('now', () => go(Number.POSITIVE_INFINITY));
}
