import type { ResponseOf } from '../../../../schemas/http/routes.ts';
import { wholeText } from '../../ui/figures.ts';

export type RebuildReport = NonNullable<ResponseOf<'adminJob'>['rebuild']>;
export type DeadLetter = ResponseOf<'adminDead'>['records'][number];

export const sentenceOf = (cause: string): string =>
  `${cause.charAt(0).toUpperCase()}${cause.slice(1)}.`;

export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${wholeText(count)} ${count === 1 ? one : many}`;

/** What a redrive did. */
export function redrivenText({ redriven, left = 0 }: ResponseOf<'adminRedrive'>): string {
  if (redriven === 0) return 'There was nothing to redrive.';
  const sent = `${counted(redriven, 'dead letter was', 'dead letters were')} redriven.`;
  return left === 0 ? sent : `${sent} ${wholeText(left)} more wait: redrive all once more.`;
}

/** What a rebuild did. */
export function rebuiltText(report: RebuildReport): string {
  const { projection, rows, events, switched, duration_ms: ms } = report;
  const made = `${counted(rows, 'version of a row', 'versions of rows')} from ${counted(events, 'event')}`;
  const outcome = switched ? 'It is read from now on.' : 'The new rows were deleted.';
  return `Rebuilt ${projection}: ${made} in ${wholeText(ms)} ms. ${outcome}`;
}

/** How the rebuilt rows compare with the live ones. */
export function comparedText(report: RebuildReport): string {
  const { difference_count: count, differences } = report;
  if (count === 0) return 'The live rows were the same.';
  const differing = counted(count, 'live row was different', 'live rows were different');
  return differences.length < count
    ? `${differing}; the first ${wholeText(differences.length)} are below.`
    : `${differing}.`;
}
