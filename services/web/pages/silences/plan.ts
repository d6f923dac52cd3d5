/** The recurrence of a silence, as the form asks for it. */
export type Plan =
  | { readonly kind: 'never' }
  | { readonly kind: 'day'; readonly time: string }
  | { readonly kind: 'week'; readonly time: string; readonly days: readonly number[] }
  | { readonly kind: 'cron'; readonly cron: string };

/** Sunday is 0, as in a cron expression. */
export const weekdays = [1, 2, 3, 4, 5, 6, 0] as const;

const names = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const;

export const weekdayText = (day: number): string => names[day] ?? '';

/** The expression of a plan; undefined: none is needed. */
export function cronOf(plan: Plan): string | undefined {
  if (plan.kind === 'never') return undefined;
  if (plan.kind === 'cron') return plan.cron;
  const [hour, minute] = plan.time.split(':').map(Number);
  const days = plan.kind === 'day' ? '*' : plan.days.join(',');
  return `${minute} ${hour} * * ${days}`;
}

const simple = /^(\d{1,2}) (\d{1,2}) \* \* (\*|[0-6](?:,[0-6])*)$/u;

/** The plan that an expression was made of, or the expression itself. */
export function planOf(cron: string): Plan {
  const [, minute, hour, days] = simple.exec(cron) ?? [];
  if (minute === undefined || hour === undefined || days === undefined)
    return { kind: 'cron', cron };
  const time = `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`;
  return days === '*'
    ? { kind: 'day', time }
    : { kind: 'week', time, days: days.split(',').map(Number) };
}

type Recurrence = {
  readonly cron: string;
  readonly duration_minutes: number;
  readonly timezone: string;
};

/** Such as `on Mon, Tue at 02:00 for 60 min (Europe/Berlin)`. */
export function recurrenceText({ cron, duration_minutes, timezone }: Recurrence): string {
  const plan = planOf(cron);
  const end = `for ${duration_minutes} min (${timezone})`;
  if (plan.kind === 'day') return `every day at ${plan.time} ${end}`;
  if (plan.kind === 'week')
    return `on ${plan.days.map(weekdayText).join(', ')} at ${plan.time} ${end}`;
  return `at ${cron} ${end}`;
}
