import type { ResponseOf } from '../../../../schemas/http/routes.ts';
import type { Tone } from '../../ui/badge.tsx';
import { digits } from '../../ui/figures.ts';

export type Objective = ResponseOf<'listObjectives'>['slos'][number];
export type Figures = ResponseOf<'getObjective'>;

/** Every digit of a target: 99.9 and 99.95 are not the same. */
export const targetText = (target: number): string => `${target} %`;

/** What is wanted, such as `99.9 % of requests without an error`. */
export const wantText = ({ target, threshold_ms: ms }: Objective): string =>
  `${targetText(target)} of requests ${ms === null ? 'without an error' : `within ${ms} ms`}`;

/** The calendar by the days that a window has. */
const calendars: Readonly<Record<number, string>> = { 7: 'week', 90: 'quarter' };

/** The window, such as `over 30 days`. */
export const windowText = ({
  window_type: type,
  window_days: days,
}: Pick<Objective, 'window_type' | 'window_days'>): string =>
  type === 'rolling' ? `over ${days} days` : `in the ${calendarOf(days)}`;

export const calendarOf = (days: number): string => `calendar ${calendars[days] ?? 'month'}`;

/** How it stands, in a word. */
export function stateOf({ state, burn_alert: alert }: Figures): readonly [Tone, string] {
  if (state === 'no_data') return ['muted', 'no requests'];
  if (state === 'exhausted') return ['critical', 'used up'];
  if (alert !== null) return [alert, 'burning'];
  return ['ok', 'healthy'];
}

/** What is left of the budget; below 0 when more was spent than there was. */
export const leftText = ({ total, budget }: Figures): string =>
  total === 0 ? '–' : `${digits(budget.remaining_percent)} %`;

/** As many digits as the target needs, so that a near miss shows as one. */
export function achievedText({ achieved_percent: percent, target }: Figures): string {
  if (percent === null) return '–';
  const decimals = Math.max(2, (String(target).split('.')[1] ?? '').length + 1);
  // Rounded down: what was not reached must not look as if it was.
  return `${Math.floor(percent * 10 ** decimals) / 10 ** decimals} %`;
}

export const timesText = (rate: number): string => `${digits(rate)} ×`;

type Rate = Pick<Figures['burn_rates'][number], 'total' | 'burn_rate'>;
type BurnWindow = Figures['burn_rates'][number]['window'];

/** A burn rate; nothing is known of it without a request. */
export const burnText = ({ total, burn_rate: rate }: Rate): string =>
  total === 0 ? '–' : timesText(rate);

export function burnOverText({ burn_rates: rates }: Figures, window: BurnWindow): string {
  const found = rates.find(each => each.window === window);
  return found === undefined ? '–' : burnText(found);
}
