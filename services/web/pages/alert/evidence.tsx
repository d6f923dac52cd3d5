import { traceLink } from '../../links.ts';
import { Badge } from '../../ui/badge.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { durationText, wholeText } from '../../ui/figures.ts';
import { LinkTo } from '../../ui/page-link.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Muted } from '../../ui/text.tsx';
import { Instant } from '../../ui/time.tsx';
import styles from './alert.module.css';
import { Conditions } from './conditions.tsx';
import { type EvidenceRow, evidenceRows } from './evidence-rows.ts';
import type { Alert } from './words.ts';

/** What the alert rests on, what late spans changed of it, and traces that show it. */
export function Evidence({ alert }: { readonly alert: Alert }) {
  const { evidence, amendments } = alert;
  const last = amendments.at(-1);
  return (
    <Panel
      title="Evidence"
      aside={
        <span>
          <Instant at={evidence.window.from} shape="minute" /> to{' '}
          <Instant at={evidence.window.to} shape="clock" />
        </span>
      }
    >
      {evidence.conditions !== undefined && (
        <div className={styles.conditions}>
          <Conditions fired={evidence.conditions} amended={last?.after.conditions} />
        </div>
      )}
      <DataTable
        caption="Figures of the window in which it fired"
        rows={evidenceRows(alert, last?.after)}
        keyOf={({ name }) => name}
        columns={last === undefined ? columns : [...columns, amended]}
      />
      {last !== undefined && (
        <p className={styles.note}>
          Late spans changed the figures at <Instant at={last.amended_at} />.
        </p>
      )}
      <Exemplars alert={alert} />
      <p className={styles.note}>
        From the log:{' '}
        {evidence.log
          .map(({ topic, partition, first, last: end }) => `${topic}/${partition} ${first}–${end}`)
          .join(', ')}
      </p>
    </Panel>
  );
}

const columns: readonly Column<EvidenceRow>[] = [
  { name: 'Figure', cell: ({ name }) => name },
  { name: 'When it fired', isNumber: true, cell: ({ fired }) => fired },
];

const amended: Column<EvidenceRow> = {
  name: 'With late spans',
  isNumber: true,
  cell: row => row.amended,
};

function Exemplars({ alert: { evidence } }: { readonly alert: Alert }) {
  if (evidence.exemplars.length === 0)
    return <Muted>No trace was kept as an example of {wholeText(evidence.samples)} samples.</Muted>;
  return (
    <ul className={styles.exemplars} aria-label="Example traces">
      {evidence.exemplars.map(({ trace_id: id, duration_ms, is_error }) => (
        <li key={id}>
          <LinkTo link={traceLink(id)}>Trace {id.slice(0, 8)}</LinkTo>
          <span>{durationText(duration_ms)}</span>
          {is_error && <Badge tone="critical">failed</Badge>}
        </li>
      ))}
    </ul>
  );
}
