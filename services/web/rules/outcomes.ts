import type { ResponseOf } from '../../../schemas/http/routes.ts';
import type { Span } from '../time/time-search.ts';
import type { Line } from '../ui/chart/line.ts';
import { type Compared, conditionText, valueText } from './words.ts';

/** Of six hours, one every ten seconds, with some to spare: as many as a chart can show. */
export const evaluationsMax = 2_500;

export type Evaluation = ResponseOf<'alertRuleEvaluations'>['evaluations'][number];

type Outcome = Evaluation['outcome'];
type Look = Required<Pick<Line, 'colour' | 'dots'>> & { readonly means: string };

/** Every outcome of an evaluation: how its dot looks, and what it means. */
export const outcomes: Readonly<Record<Outcome, Look>> = {
  ok: { colour: 'ok', dots: { size: 5 }, means: 'the condition does not hold' },
  pending: {
    colour: 'warning',
    dots: { size: 6 },
    means: 'the condition holds, but not for long enough, or the rule fired a short time ago',
  },
  triggered: { colour: 'critical', dots: { size: 12 }, means: 'the alert fires from here on' },
  firing: { colour: 'critical', dots: { size: 6 }, means: 'the alert goes on' },
  resolved: { colour: 'accent', dots: { size: 10 }, means: 'the alert ended here' },
  held: {
    colour: 'muted',
    dots: { size: 8, isHollow: true },
    means: 'telemetry could not be received, and the rule keeps its state',
  },
  skipped: {
    colour: 'strong',
    dots: { size: 6, isHollow: true },
    means: 'there was no data, and the rule keeps its state',
  },
};

export type Drawn = { readonly timesMs: readonly number[]; readonly lines: readonly Line[] };

/**
 * The value, the threshold from end to end, and a dot for each evaluation by its outcome, oldest first. What has
 * no value stands at the foot.
 */
export function drawnOf(
  rule: Compared,
  evaluations: readonly Evaluation[],
  { fromMs, toMs }: Span,
): Drawn {
  const found = (Object.keys(outcomes) as Outcome[]).filter(outcome =>
    evaluations.some(each => each.outcome === outcome),
  );
  const dots = found.map(outcome => ({
    label: outcome,
    colour: outcomes[outcome].colour,
    dots: outcomes[outcome].dots,
    values: evaluations.map(each => (each.outcome === outcome ? (each.value ?? 0) : null)),
  }));
  const value = {
    label: 'value',
    colour: 'muted',
    values: evaluations.map(each => each.value),
  };
  const timesMs = [fromMs, ...evaluations.map(each => Date.parse(each.window_to)), toMs];
  const threshold = {
    label: `fires ${conditionText(rule)}`,
    colour: 'text',
    isDashed: true,
    values: timesMs.map(() => rule.threshold),
  };
  const between = (line: Line): Line => ({ ...line, values: [null, ...line.values, null] });
  return { timesMs, lines: [between(value), threshold, ...dots.map(between)] };
}

/** One evaluation in words. */
export const evaluationText = (
  rule: Compared,
  { value, outcome, samples, reason }: Evaluation,
): readonly string[] => [
  `${outcome}: ${reason ?? outcomes[outcome].means}`,
  `${value === null ? 'no value' : valueText(rule, value)}, ${samples} samples`,
];
