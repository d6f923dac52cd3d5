import { hourSeconds } from '../../schemas/window.ts';
import { type Counted, type Counts, nothing } from './counts.ts';

const stepsMax = 250;
const niceHours = [1, 2, 3, 4, 6, 8, 12, 24];

export type Step = Counts & {
  readonly startSeconds: number;
  /** From the begin of the range to the end of the step. */
  readonly upTo: Counts;
};

type Range = { readonly fromSeconds: number; readonly toSeconds: number };

/** The shortest step of whole hours that a chart has room for. */
export const stepSecondsOf = ({ fromSeconds, toSeconds }: Range): number =>
  hourSeconds *
  (niceHours.find(hours => (toSeconds - fromSeconds) / (hours * hourSeconds) <= stepsMax) ?? 24);

/** What was counted in each step of a range from its begin on, also where nothing was. */
export function stepsOf(counted: readonly Counted[], range: Range): readonly Step[] {
  const seconds = stepSecondsOf(range);
  const { fromSeconds, toSeconds } = range;
  const sums = new Map<number, Counts>();
  for (const { startSeconds, total, bad } of counted) {
    if (startSeconds < fromSeconds || startSeconds >= toSeconds) continue;
    const index = Math.floor((startSeconds - fromSeconds) / seconds);
    sums.set(index, plus(sums.get(index) ?? nothing, { total, bad }));
  }
  let upTo = nothing;
  return Array.from({ length: Math.ceil((toSeconds - fromSeconds) / seconds) }, (_, index) => {
    const counts = sums.get(index) ?? nothing;
    upTo = plus(upTo, counts);
    return { startSeconds: fromSeconds + index * seconds, ...counts, upTo };
  });
}

const plus = (left: Counts, right: Counts): Counts => ({
  total: left.total + right.total,
  bad: left.bad + right.bad,
});
