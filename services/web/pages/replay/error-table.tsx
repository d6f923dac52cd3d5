import { memo } from 'react';
import type { SessionError } from '../../../../schemas/replays/routes.ts';
import { errorLink, spanLink } from '../../links.ts';
import { Badge } from '../../ui/badge.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { wholeText } from '../../ui/figures.ts';
import { LinkTo } from '../../ui/page-link.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Empty } from '../../ui/states.tsx';
import { ForeignLine, Muted } from '../../ui/text.tsx';
import type { Conductor } from './conductor.ts';
import styles from './replay.module.css';
import { SeekButton } from './seek-button.tsx';

type ErrorTableProps = {
  readonly errors: readonly SessionError[];
  readonly conductor: Conductor;
};

/** What failed: spans that name the session, and what the page wrote to its console. */
export const ErrorTable = memo(({ errors, conductor }: ErrorTableProps) => (
  <Panel title="Errors">
    {errors.length === 0 ? (
      <Empty title="No error was found">
        Failed spans with the id of the session in <code>replay_id</code> stand here, and errors
        that the page wrote to its console.
      </Empty>
    ) : (
      <DataTable
        caption="Errors of this session"
        rows={errors}
        keyOf={({ kind, time, span_id: span, message }) => `${kind} ${time} ${span} ${message}`}
        columns={columnsOf(conductor)}
        sorted={{ column: 'At', isDescending: false }}
      />
    )}
  </Panel>
));

const columnsOf = (conductor: Conductor): readonly Column<SessionError>[] => [
  {
    name: 'At',
    width: '72px',
    by: ({ time }) => time,
    cell: ({ time }) => <SeekButton conductor={conductor} time={time} />,
  },
  {
    name: 'Error',
    cell: error => (
      <div className={styles.what}>
        <Message error={error} />
        <Where error={error} />
      </div>
    ),
  },
];

/** The group of errors has more of the same. */
function Message({ error: { message, error_type: type, group_id: group } }: ErrorProps) {
  const text = <ForeignLine>{message || type || 'an error without a message'}</ForeignLine>;
  return group === null ? text : <LinkTo link={errorLink(group)}>{text}</LinkTo>;
}

type ErrorProps = { readonly error: SessionError };

const Where = ({
  error: { kind, count, service_name: service, trace_id, span_id },
}: ErrorProps) => (
  <div className={styles.where}>
    <Badge tone={kind === 'span' ? 'critical' : 'warning'}>{kind}</Badge>
    {service !== null && (
      <Muted>
        <ForeignLine>{service}</ForeignLine>
      </Muted>
    )}
    {count > 1 && <Muted>{wholeText(count)} times</Muted>}
    {trace_id !== null && span_id !== null && (
      <LinkTo link={spanLink(trace_id, span_id)}>Trace</LinkTo>
    )}
  </div>
);
