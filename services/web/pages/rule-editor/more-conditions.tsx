import { comparisons, metricNames, type Rule } from '../../rules/words.ts';
import { Button } from '../../ui/button.tsx';
import { Choice } from '../../ui/choice.tsx';
import { Field } from '../../ui/field.tsx';
import type { PartProps } from './change.ts';
import { unitOf } from './condition-fields.tsx';
import { conditionProblems, type DraftCondition, isAlone, isMeasured } from './draft.ts';
import styles from './editor.module.css';
import { offered } from './scope-fields.tsx';

/** As many as a rule may have beside its own. */
const conditionsMax = 4;

const matches = [
  ['all', 'all conditions hold'],
  ['any', 'any condition holds'],
] as const;

/** Conditions beside the rule's own, of the same service. The score of anomalies and OTLP metrics are compared alone. */
export function MoreConditions({ draft, change }: PartProps) {
  const { conditions } = draft;
  const set = (next: readonly DraftCondition[]): void => change({ conditions: next });
  const { metric, operator, threshold } = draft;
  if (isAlone(draft) || isMeasured(metric)) return null;
  const isFull = conditions.length >= conditionsMax;
  return (
    <>
      {conditions.map((one, at) => (
        <OneCondition
          // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no names but their places.
          key={at}
          number={at + 2}
          condition={one}
          change={next => set(conditions.with(at, { ...one, ...next }))}
          remove={() => set(conditions.toSpliced(at, 1))}
        />
      ))}
      <div className={styles.more}>
        {conditions.length > 0 && (
          <Choice
            label="Fires when"
            value={draft.match}
            options={matches}
            onChoose={value => change({ match: value as Rule['match'] })}
          />
        )}
        <Button
          disabledBecause={
            isFull ? `A rule has at most ${conditionsMax + 1} conditions.` : undefined
          }
          onClick={() => set([...conditions, { metric, operator, threshold, time_window: '' }])}
        >
          Add a condition
        </Button>
      </div>
    </>
  );
}

type OneConditionProps = {
  readonly number: number;
  readonly condition: DraftCondition;
  readonly change: (next: Partial<DraftCondition>) => void;
  readonly remove: () => void;
};

function OneCondition({ number, condition, change, remove }: OneConditionProps) {
  const problems = conditionProblems(condition);
  const { metric } = condition;
  const metrics = offered.some(each => each === metric) ? offered : [metric, ...offered];
  return (
    <fieldset className={styles.condition}>
      <legend>Condition {number}</legend>
      <div className={styles.row}>
        <Choice
          label="Metric"
          value={metric}
          options={metrics.map(each => [each, metricNames[each]] as const)}
          onChoose={value => change({ metric: value as DraftCondition['metric'] })}
        />
        <Choice
          label="Holds when it is"
          value={condition.operator}
          options={Object.entries(comparisons)}
          onChoose={value => change({ operator: value as DraftCondition['operator'] })}
        />
        <Field
          label={`Threshold (${unitOf({ alert_type: 'threshold', metric })})`}
          inputMode="decimal"
          value={condition.threshold}
          problem={problems.threshold}
          onChange={({ target }) => change({ threshold: target.value })}
        />
        <Field
          label="Within (min)"
          placeholder="as above"
          inputMode="numeric"
          value={condition.time_window}
          problem={problems.time_window}
          onChange={({ target }) => change({ time_window: target.value })}
        />
      </div>
      <Button look="quiet" onClick={remove}>
        Remove condition {number}
      </Button>
    </fieldset>
  );
}
