import { hourSeconds, hourStart } from '../../../schemas/window.ts';
import type { TimeRange } from '../windows/window-rows.ts';

/** Which windows: of a range, and known before an instant if there is one; both in seconds. */
export type MapRange = TimeRange & { readonly knownBeforeSeconds?: number | undefined };

const hoursFromSeconds = 6 * hourSeconds;

/**
 * The rows of a table of windows and of its hourly table, as one. Long ranges read whole hours from the hourly table and both
 * ends from the fine one. The hourly table keeps the hour in which it learned a row; of the hour in which an instant of
 * knowledge lies the fine one has the rows. The same sums, fewer rows.
 *  columns    that are read
 *  condition  on every row, beside its time
 */
export function rowsIn(
  table: 'edges' | 'windows',
  range: MapRange,
  { columns, condition }: { readonly columns: string; readonly condition: string },
): string {
  const parts = sourcesOf(range).map(
    source => `SELECT ${columns} FROM ${table}${source.isHourly ? '_1h' : ''}
      PREWHERE organization = {organization:UUID} AND time >= ${source.fromSeconds} AND time < ${source.toSeconds}${known(source)}
      WHERE ${condition}`,
  );
  return `(${parts.join(' UNION ALL ')})`;
}

type Source = TimeRange & {
  readonly isHourly: boolean;
  readonly knownFrom?: number;
  readonly knownBefore?: number;
};

function known({ knownFrom, knownBefore }: Source): string {
  const from = knownFrom === undefined ? '' : ` AND known >= ${knownFrom}`;
  return knownBefore === undefined ? from : `${from} AND known < ${knownBefore}`;
}

export function sourcesOf({ fromSeconds, toSeconds, knownBeforeSeconds }: MapRange): Source[] {
  const before = knownBeforeSeconds === undefined ? {} : { knownBefore: knownBeforeSeconds };
  const fine = (from: number, to: number): Source => {
    return { isHourly: false, fromSeconds: from, toSeconds: to, ...before };
  };
  if (toSeconds - fromSeconds < hoursFromSeconds) return [fine(fromSeconds, toSeconds)];
  const [first, last] = [hourStart(fromSeconds + hourSeconds - 1), hourStart(toSeconds)];
  const parts = [fine(fromSeconds, first), ...wholeHours(first, last), fine(last, toSeconds)];
  return parts.filter(part => part.fromSeconds < part.toSeconds);

  function wholeHours(from: number, to: number): Source[] {
    const hours = { isHourly: true, fromSeconds: from, toSeconds: to };
    if (knownBeforeSeconds === undefined) return [hours];
    const hour = hourStart(knownBeforeSeconds);
    return [
      { ...hours, knownBefore: hour },
      { ...fine(from, to), knownFrom: hour },
    ];
  }
}
