import type { ResponseOf } from '../../../../schemas/http/routes.ts';

export type Day = ResponseOf<'healthCheckUptime'>['days'][number];

export type Grade = 'none' | 'up' | 'most' | 'down';

/** Below this share, a day is one of outages. */
const mostFrom = 99;

export function gradeOf({ uptime_percentage: percent }: Day): Grade {
  if (percent === null) return 'none';
  if (percent === 100) return 'up';
  return percent >= mostFrom ? 'most' : 'down';
}

export const gradeWords: Readonly<Record<Grade, string>> = {
  none: 'no result',
  up: 'up all day',
  most: 'up 99 % or more',
  down: 'up less than 99 %',
};

/** How many days were of each kind, in words. */
export function daysText(days: readonly Day[]): string {
  const counts = new Map<Grade, number>();
  for (const day of days) counts.set(gradeOf(day), (counts.get(gradeOf(day)) ?? 0) + 1);
  return (['up', 'most', 'down', 'none'] as const)
    .flatMap(grade => {
      const count = counts.get(grade) ?? 0;
      return count === 0 ? [] : [`${count} ${count === 1 ? 'day' : 'days'} ${gradeWords[grade]}`];
    })
    .join(', ');
}
