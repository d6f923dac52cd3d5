import { comparisons, type Rule } from '../../rules/words.ts';
import { Choice } from '../../ui/choice.tsx';
import { Field } from '../../ui/field.tsx';
import type { PartProps } from './change.ts';
import type { Draft } from './draft.ts';
import styles from './editor.module.css';

/** When it fires. */
export const ConditionFields = ({ draft, problems, change }: PartProps) => (
  <div className={styles.row}>
    <Choice
      label="Fires when it is"
      value={draft.operator}
      options={Object.entries(comparisons).filter(([each]) => fits(each, draft))}
      onChoose={value => change({ operator: value as Rule['operator'] })}
    />
    <Field
      {...(draft.alert_type === 'anomaly' && { hint: '1 is the edge of what is usual' })}
      label={`Threshold (${unitOf(draft)})`}
      inputMode="decimal"
      value={draft.threshold}
      problem={problems.threshold}
      onChange={({ target }) => change({ threshold: target.value })}
    />
    {draft.metric !== 'slo_burn' && (
      <Field
        label="Within (min)"
        inputMode="numeric"
        value={draft.time_window}
        problem={problems.time_window}
        onChange={({ target }) => change({ time_window: target.value })}
      />
    )}
    <Field
      label="For at least (min)"
      inputMode="numeric"
      value={draft.for_minutes}
      problem={problems.for_minutes}
      onChange={({ target }) => change({ for_minutes: target.value })}
    />
  </div>
);

/** The lower rate of two windows says nothing of how low both are. */
const fits = (operator: string, { metric }: Draft): boolean =>
  metric !== 'slo_burn' || operator.startsWith('>');

const units: Readonly<Partial<Record<Draft['metric'], string>>> = {
  otlp: 'in its unit',
  slo_burn: 'burn rate',
  error_rate: '%',
  throughput: 'requests',
  request_count: 'requests',
  req_per_min: 'a minute',
  health_score: '0 to 100',
};

export const unitOf = ({ alert_type, metric }: Pick<Draft, 'alert_type' | 'metric'>): string =>
  alert_type === 'anomaly' ? 'score' : (units[metric] ?? 'ms');
