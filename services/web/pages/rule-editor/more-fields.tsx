import type { Rule } from '../../rules/words.ts';
import { Choice } from '../../ui/choice.tsx';
import { Field } from '../../ui/field.tsx';
import type { PartProps } from './change.ts';
import styles from './editor.module.css';

const severities = [
  ['critical', 'critical'],
  ['warning', 'warning'],
  ['info', 'info'],
] as const;

const noData = [
  ['resolve', 'ends the alert'],
  ['ignore', 'changes nothing'],
  ['alert', 'fires'],
] as const;

/** How bad it is, when it ends, and what it does without data. */
export const MoreFields = ({ draft, problems, change }: PartProps) => (
  <div className={styles.row}>
    <Choice
      label="Severity"
      value={draft.severity}
      options={severities}
      onChoose={value => change({ severity: value as Rule['severity'] })}
    />
    <Field
      label="Ends at"
      placeholder="the threshold"
      inputMode="decimal"
      value={draft.recovery_threshold}
      problem={problems.recovery_threshold}
      onChange={({ target }) => change({ recovery_threshold: target.value })}
    />
    <Field
      label="Pause (min)"
      inputMode="numeric"
      value={draft.cooldown}
      problem={problems.cooldown}
      onChange={({ target }) => change({ cooldown: target.value })}
    />
    <Field
      label={draft.metric === 'otlp' ? 'Least points' : 'Least requests'}
      inputMode="numeric"
      value={draft.min_samples}
      problem={problems.min_samples}
      onChange={({ target }) => change({ min_samples: target.value })}
    />
    <Choice
      label="No data"
      value={draft.no_data}
      options={noData}
      onChoose={value => change({ no_data: value as Rule['no_data'] })}
    />
  </div>
);
