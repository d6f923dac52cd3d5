import { useMemo } from 'react';
import type { Span } from '../time/time-search.ts';
import { useTime } from '../time/use-time.ts';
import { Chart } from '../ui/chart/chart.tsx';
import type { Mark } from '../ui/chart/line.ts';
import { Empty } from '../ui/states.tsx';
import { Muted } from '../ui/text.tsx';
import { EvaluationTable } from './evaluation-table.tsx';
import { drawnOf, type Evaluation, evaluationText } from './outcomes.ts';
import styles from './rules.module.css';
import { type Compared, valueText } from './words.ts';

type EvaluationChartProps = {
  readonly rule: Compared & { readonly name: string };
  /** As the API lists them. */
  readonly evaluations: readonly Evaluation[];
  readonly span: Span;
  readonly marks?: readonly Mark[];
};

/** The values that a rule itself saw, evaluation by evaluation, in a box of 248 pixels. */
export function EvaluationChart({ rule, evaluations, span, marks = [] }: EvaluationChartProps) {
  const { asOf } = useTime();
  const { fromMs, toMs } = span;
  const found = useMemo(() => inOrder(evaluations, asOf), [evaluations, asOf]);
  const shown = useMemo(
    () => ({ ...drawnOf(rule, found, { fromMs, toMs }), marks }),
    [rule, found, marks, fromMs, toMs],
  );
  return (
    <div className={styles.chart}>
      {found.length === 0 ? (
        <Empty title="No evaluation of this time is kept" />
      ) : (
        <>
          <Chart
            {...shown}
            name={`Evaluations of ${rule.name}`}
            fromMs={fromMs}
            toMs={toMs}
            height={220}
            format={value => valueText(rule, value)}
            // The threshold begins before the first evaluation.
            tell={index => tellAt(rule, found[index - 1])}
            table={<EvaluationTable rule={rule} evaluations={found} />}
          />
          <Muted>
            A dot is one evaluation, at the end of its window; without a value it stands at the
            foot.
          </Muted>
        </>
      )}
    </div>
  );
}

/** Oldest first, and only those that had been made at the instant that is looked at. */
const inOrder = (all: readonly Evaluation[], asOf: string | undefined): readonly Evaluation[] =>
  all
    .filter(({ evaluated_up_to: at }) => asOf === undefined || at < asOf)
    .toSorted((a, b) => (a.window_to < b.window_to ? -1 : 1));

const tellAt = (rule: Compared, evaluation: Evaluation | undefined): readonly string[] =>
  evaluation === undefined ? [] : evaluationText(rule, evaluation);
