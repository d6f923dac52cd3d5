import { type Column, DataTable } from '../ui/data-table.tsx';
import { wholeText } from '../ui/figures.ts';
import { Instant } from '../ui/time.tsx';
import { type Evaluation, outcomes } from './outcomes.ts';
import styles from './rules.module.css';
import { type Compared, valueText } from './words.ts';

type EvaluationTableProps = {
  readonly rule: Compared;
  readonly evaluations: readonly Evaluation[];
};

/** The evaluations of the chart, the newest first. */
export const EvaluationTable = ({ rule, evaluations }: EvaluationTableProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard.
  <section className={styles.scroll} tabIndex={0} aria-label="Evaluations as a table">
    <DataTable
      caption="Evaluations"
      rows={evaluations.toReversed()}
      keyOf={({ window_to, rule_version }) => `${window_to} ${rule_version}`}
      columns={columnsOf(rule)}
    />
  </section>
);

const columnsOf = (rule: Compared): readonly Column<Evaluation>[] => [
  { name: 'Window up to', cell: ({ window_to }) => <Instant at={window_to} /> },
  {
    name: 'Value',
    isNumber: true,
    cell: ({ value }) => (value === null ? '–' : valueText(rule, value)),
  },
  { name: 'Samples', isNumber: true, cell: ({ samples }) => wholeText(samples) },
  { name: 'Outcome', cell: ({ outcome }) => outcome },
  { name: 'Why', cell: ({ outcome, reason }) => reason ?? outcomes[outcome].means },
];
