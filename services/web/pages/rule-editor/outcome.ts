import type { ResponseOf } from '../../../../schemas/http/routes.ts';
import { durationText, wholeText } from '../../ui/figures.ts';

export type Body = ResponseOf<'backtestAlertRules'>;
export type Outcome = Body['results'][number];

const minutesText = (minutes: number): string =>
  minutes === 0 ? 'none' : durationText(minutes * 60_000);

export const timesText = (alerts: number): string =>
  alerts === 0 ? 'never' : alerts === 1 ? 'once' : `${wholeText(alerts)} times`;

/** Such as `3 times, for 25 min in all, with 6 notices`. */
export function outcomeText({ alerts, minutes, notices_total: notices }: Outcome): string {
  if (alerts === 0) return 'never';
  const told = notices === 1 ? 'one notice' : `${wholeText(notices)} notices`;
  return `${timesText(alerts)}, for ${minutesText(minutes.firing)} in all, with ${told}`;
}

export type Row = { readonly name: string; readonly texts: readonly string[] };

const figures: readonly (readonly [name: string, text: (of: Outcome) => string])[] = [
  ['Alerts', ({ alerts }) => wholeText(alerts)],
  ['Fires for', ({ minutes }) => minutesText(minutes.firing)],
  ['Condition holds, not long enough', ({ minutes }) => minutesText(minutes.pending)],
  ['No data', ({ minutes }) => minutesText(minutes.no_data)],
  ['Notices', ({ notices_total }) => wholeText(notices_total)],
];

/** Each figure of one or two outcomes beside each other. */
export const rowsOf = (outcomes: readonly Outcome[]): readonly Row[] =>
  figures.map(([name, text]) => ({ name, texts: outcomes.map(text) }));

export type Share = { readonly from: number; readonly length: number };

/** When it fires, in shares of the range from 0 to 1. What still fires does so to the end. */
export function firingShares(
  transitions: readonly Pick<Outcome['transitions'][number], 'at' | 'event'>[],
  { from, to }: Pick<Body, 'from' | 'to'>,
): readonly Share[] {
  const [fromMs, toMs] = [Date.parse(from), Date.parse(to)];
  const shareOf = (at: string): number =>
    Math.min(1, Math.max(0, (Date.parse(at) - fromMs) / (toMs - fromMs)));
  const shares: Share[] = [];
  let since: number | undefined;
  for (const { at, event } of transitions) {
    if (event === 'triggered') since ??= shareOf(at);
    if (event === 'resolved' && since !== undefined) {
      shares.push({ from: since, length: shareOf(at) - since });
      since = undefined;
    }
  }
  if (since !== undefined) shares.push({ from: since, length: 1 - since });
  return shares;
}

/** How many notices each channel would have got, the most first; names are texts of users. */
export function channelCounts({
  notices,
}: Pick<Outcome, 'notices'>): readonly (readonly [name: string, count: number])[] {
  const counts = new Map<string, number>();
  for (const { channel_name: name } of notices) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].toSorted(([, a], [, b]) => b - a);
}
