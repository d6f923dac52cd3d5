import { useId, useState } from 'react';
import type { ResponseOf } from '../../../../schemas/http/routes.ts';
import { conditionText, valueText } from '../../rules/words.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { durationText, wholeText } from '../../ui/figures.ts';
import { Muted } from '../../ui/text.tsx';
import styles from './alert.module.css';
import type { Alert } from './words.ts';

type Result = ResponseOf<'backtestAlertRules'>['results'][number];

type SweepResultProps = { readonly alert: Alert; readonly results: readonly Result[] };

/** How often the rule would have fired, threshold by threshold, and a slider that goes through them. */
export function SweepResult({ alert, results }: SweepResultProps) {
  const id = useId();
  const own = results.findIndex(({ threshold }) => threshold === alert.threshold);
  const [at, choose] = useState(Math.max(0, own));
  const chosen = results[at];
  if (chosen === undefined) return null;
  return (
    <div className={styles.sweep}>
      <label htmlFor={id}>Threshold</label>
      <input
        id={id}
        type="range"
        min={0}
        max={results.length - 1}
        value={at}
        onChange={({ target }) => choose(Number(target.value))}
        aria-valuetext={valueText(alert, chosen.threshold)}
      />
      <p role="status">
        {at === own ? 'This rule' : 'A rule'} that fires{' '}
        <strong>{conditionText({ ...alert, threshold: chosen.threshold })}</strong> would have fired{' '}
        <strong>{timesText(chosen.alerts)}</strong>
        {chosen.alerts > 0 && `, for ${minutesText(chosen.minutes.firing)} in all`}.
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard. */}
      <section className={styles.scroll} tabIndex={0} aria-label="All thresholds">
        <DataTable
          caption="How often the rule would have fired"
          rows={results}
          keyOf={({ threshold }) => String(threshold)}
          columns={columnsOf(alert, Math.max(1, ...results.map(({ alerts }) => alerts)))}
        />
      </section>
    </div>
  );
}

const timesText = (alerts: number): string =>
  alerts === 0 ? 'never' : alerts === 1 ? 'once' : `${wholeText(alerts)} times`;

const minutesText = (minutes: number): string => durationText(minutes * 60_000);

const columnsOf = (alert: Alert, most: number): readonly Column<Result>[] => [
  {
    name: 'Threshold',
    cell: ({ threshold }) => (
      <>
        {valueText(alert, threshold)} {threshold === alert.threshold && <Muted>the rule</Muted>}
      </>
    ),
  },
  { name: 'Alerts', isNumber: true, cell: ({ alerts }) => wholeText(alerts) },
  {
    name: 'Share of the most',
    width: '40%',
    cell: ({ alerts }) => (
      <div className={styles.bar} style={{ width: `${(alerts / most) * 100}%` }} />
    ),
  },
  { name: 'Fires for', isNumber: true, cell: ({ minutes }) => minutesText(minutes.firing) },
];
