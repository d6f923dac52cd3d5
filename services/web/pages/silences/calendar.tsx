import { useMemo } from 'react';
import type { Silence } from '../../silences.ts';
import { instantText } from '../../time/format.ts';
import { useNow } from '../../time/use-now.ts';
import { useTime } from '../../time/use-time.ts';
import { timeZoneOf, useZone } from '../../time/zone.ts';
import { Box } from '../../ui/box.tsx';
import { Muted } from '../../ui/text.tsx';
import { type Day, daysOf, type Hold } from './days.ts';
import { type RuleNames, Scope } from './scope.tsx';
import styles from './silences.module.css';

const count = 14;
const minuteMs = 60_000;
/** Of a day, in words; the bars show all. */
const shownMax = 6;

export const calendarHeight = 520;

type CalendarProps = { readonly silences: readonly Silence[]; readonly names: RuleNames };

/** What is held in the coming days, by the clock of the page. */
export function Calendar({ silences, names }: CalendarProps) {
  const zone = useZone();
  const { asOf } = useTime();
  const nowMs = useNow();
  const fromMs = asOf === undefined ? Math.floor(nowMs / minuteMs) * minuteMs : Date.parse(asOf);
  const days = useMemo(() => daysOf(silences, { fromMs, zone, count }), [silences, fromMs, zone]);
  return (
    <Box name="Calendar" height={calendarHeight}>
      <p className={styles.zone}>
        <Muted>Times are those of {timeZoneOf(zone)}.</Muted>
      </p>
      <ol className={styles.days}>
        {days.map(day => (
          <DayRow key={day.fromMs} day={day} names={names} />
        ))}
      </ol>
    </Box>
  );
}

type DayRowProps = { readonly day: Day; readonly names: RuleNames };

function DayRow({ day, names }: DayRowProps) {
  const zone = useZone();
  const { fromMs, untilMs, holds, isWhole } = day;
  const share = (ms: number): string => `${((ms - fromMs) / (untilMs - fromMs)) * 100}%`;
  return (
    <li className={styles.day}>
      <span className={styles.date}>
        {new Intl.DateTimeFormat('en-GB', {
          weekday: 'short',
          day: '2-digit',
          month: 'short',
          timeZone: timeZoneOf(zone),
        }).format(fromMs)}
      </span>
      <span className={styles.track} aria-hidden>
        {holds.map(hold => (
          <i
            key={`${hold.silence.id} ${hold.fromMs}`}
            className={styles.bar}
            style={{
              left: share(hold.fromMs),
              width: `calc(${share(fromMs + hold.untilMs - hold.fromMs)} + 1px)`,
            }}
          />
        ))}
      </span>
      <ul className={styles.holds}>
        {holds.length === 0 && isWhole && (
          <li>
            <Muted>nothing is held</Muted>
          </li>
        )}
        {holds.slice(0, shownMax).map(hold => (
          <li key={`${hold.silence.id} ${hold.fromMs}`} className={styles.hold}>
            <Times hold={hold} day={day} />
            <Scope silence={hold.silence} names={names} isWhole />
          </li>
        ))}
        {holds.length > shownMax && (
          <li>
            <Muted>and {holds.length - shownMax} more</Muted>
          </li>
        )}
        {!isWhole && (
          <li>
            <Muted>Silences repeat too often to show all of them here.</Muted>
          </li>
        )}
      </ul>
    </li>
  );
}

function Times({ hold, day }: { readonly hold: Hold; readonly day: Day }) {
  const zone = useZone();
  const text = (ms: number): string => instantText(ms, 'clock', zone).slice(0, 5);
  const isWhole = hold.fromMs === day.fromMs && hold.untilMs === day.untilMs;
  const end = hold.untilMs === day.untilMs ? '24:00' : text(hold.untilMs);
  return (
    <span className={styles.times}>{isWhole ? 'all day' : `${text(hold.fromMs)}–${end}`}</span>
  );
}
