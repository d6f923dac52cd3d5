import type { LocalClock } from '../../../../domain/silences/local-clock.ts';

/** How times are told: by the clock of who asks, with the name of its zone. */
export type ClockText = {
  /** `2026-11-28 14:03:30 UTC` */
  readonly at: (atMs: number) => string;
  /** `from 2026-11-28 14:03:30 to 14:20:00 UTC` */
  readonly range: (fromMs: number, toMs: number) => string;
};

export function clockText(clock: Pick<LocalClock, 'shows'>, zone: string): ClockText {
  const shown = (atMs: number): readonly [string, string] => {
    const text = new Date(clock.shows(atMs)).toISOString();
    return [text.slice(0, 10), text.slice(11, 19)];
  };
  return {
    at: atMs => `${shown(atMs).join(' ')} ${zone}`,
    range: (fromMs, toMs) => {
      const [from, to] = [shown(fromMs), shown(toMs)];
      return `from ${from.join(' ')} to ${from[0] === to[0] ? to[1] : to.join(' ')} ${zone}`;
    },
  };
}
