import { minuteMs } from '../../schemas/durations.ts';
import { budgetParts, isExhausted, wholeParts } from './budget.ts';
import { type Counted, type Counts, countsWithin } from './counts.ts';

export type ForecastQuestion = {
  readonly target: number;
  /** Of the window, ascending; hours without entry spans may be absent. */
  readonly counted: readonly Counted[];
  readonly fromSeconds: number;
  readonly toSeconds: number;
  /** The counts of the last hours, and how many seconds they are of. */
  readonly recent: Counts & { readonly seconds: number };
  /** Where a calendar window ends; without it, what is oldest leaves the window as time goes on. */
  readonly endSeconds?: number;
};

/**
 * When the budget is used up if entry spans go on as they did recently, in Unix ms to the minute; undefined when it never is, and
 * the end of the window when it is already. Between two bounds of what was counted the budget changes at one speed: what
 * comes at the recent rate, less what leaves a rolling window, as if it had come evenly within its time.
 */
export function exhaustsAtMs(question: ForecastQuestion): number | undefined {
  const { target, counted, fromSeconds, toSeconds, recent, endSeconds } = question;
  const inWindow = countsWithin(counted, { fromSeconds, toSeconds });
  if (isExhausted(inWindow, target)) return toSeconds * 1000;
  if (recent.bad === 0) return undefined;
  const credit = (counts: Counts): number =>
    budgetParts(target) * counts.total - wholeParts * counts.bad;
  const gain = credit(recent) / recent.seconds;
  const leaving =
    endSeconds === undefined
      ? leavingOf(question)
      : [{ seconds: endSeconds - toSeconds, total: 0, bad: 0 }];
  let [left, passed] = [credit(inWindow), 0];
  for (const part of leaving) {
    const speed = gain - credit(part) / part.seconds;
    if (speed < 0 && left + speed * part.seconds <= 0)
      return minuteUp(toSeconds + passed + left / -speed);
    left += speed * part.seconds;
    passed += part.seconds;
  }
  return undefined;
}

/** What leaves the window in its order, with the times between in which nothing does. */
function leavingOf({ counted, fromSeconds, toSeconds }: ForecastQuestion) {
  const parts: (Counts & { readonly seconds: number })[] = [];
  let atSeconds = fromSeconds;
  const pauseUntil = (seconds: number): void => {
    if (seconds > atSeconds) parts.push({ seconds: seconds - atSeconds, total: 0, bad: 0 });
  };
  for (const { startSeconds, seconds, total, bad } of counted) {
    if (startSeconds < fromSeconds || startSeconds >= toSeconds) continue;
    pauseUntil(startSeconds);
    parts.push({ seconds, total, bad });
    atSeconds = startSeconds + seconds;
  }
  pauseUntil(toSeconds);
  return parts;
}

const minuteUp = (seconds: number): number => Math.ceil((seconds * 1000) / minuteMs) * minuteMs;
