import { valueText } from '../../rules/words.ts';
import { Badge } from '../../ui/badge.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { wholeText } from '../../ui/figures.ts';
import { Muted } from '../../ui/text.tsx';
import { Instant } from '../../ui/time.tsx';
import styles from './editor.module.css';
import type { Outcome } from './outcome.ts';

type Transition = Outcome['transitions'][number];

const shownMax = 200;

/** When it would have fired and ended, with the values. */
export function Transitions({ outcome }: { readonly outcome: Outcome }) {
  const shown = outcome.transitions.filter(({ event }) => event !== 'evidence_amended');
  if (shown.length === 0) return null;
  const rest = outcome.transitions_total - shownMax;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard.
    <section className={styles.transitions} tabIndex={0} aria-label="When it would have fired">
      <DataTable
        caption="When it would have fired"
        rows={shown.slice(0, shownMax)}
        keyOf={({ at, event }) => `${at} ${event}`}
        columns={columnsOf(outcome)}
      />
      {rest > 0 && <Muted>and {wholeText(rest)} more after these</Muted>}
    </section>
  );
}

const columnsOf = (outcome: Outcome): readonly Column<Transition>[] => [
  { name: 'When', cell: ({ at }) => <Instant at={at} /> },
  {
    name: 'What',
    cell: ({ event }) =>
      event === 'triggered' ? <Badge tone="critical">fires</Badge> : <Badge tone="ok">ends</Badge>,
  },
  {
    name: 'Value',
    isNumber: true,
    cell: ({ value, metric = outcome.metric }) =>
      value === null ? 'no data' : valueText({ ...outcome, metric }, value),
  },
];
