import { memo } from 'react';
import type { SlowRequestBody } from '../../../../schemas/replays/routes.ts';
import { traceLink } from '../../links.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { durationText } from '../../ui/figures.ts';
import { LinkTo } from '../../ui/page-link.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Empty } from '../../ui/states.tsx';
import { ForeignLine, Muted } from '../../ui/text.tsx';
import type { Conductor } from './conductor.ts';
import styles from './replay.module.css';
import { SeekButton } from './seek-button.tsx';

type SlowTableProps = {
  readonly requests: readonly SlowRequestBody[];
  readonly conductor: Conductor;
};

/** Network requests of the page that took a second or longer. */
export const SlowTable = memo(({ requests, conductor }: SlowTableProps) => (
  <Panel title="Slow requests">
    {requests.length === 0 ? (
      <Empty title="No slow request was recorded">
        Requests of a second or longer stand here, if the recorder sends{' '}
        <code>network-request</code>.
      </Empty>
    ) : (
      <DataTable
        caption="Slow requests of this session"
        rows={requests}
        keyOf={({ at, method, url, duration_ms: ms }) => `${at} ${method} ${url} ${ms}`}
        columns={columnsOf(conductor)}
        sorted={{ column: 'At', isDescending: false }}
      />
    )}
  </Panel>
));

const columnsOf = (conductor: Conductor): readonly Column<SlowRequestBody>[] => [
  {
    name: 'At',
    width: '72px',
    by: ({ at }) => at,
    cell: ({ at }) => <SeekButton conductor={conductor} time={at} />,
  },
  {
    name: 'Request',
    cell: ({ method, url, status, trace_id: trace }) => (
      <div className={styles.what}>
        <ForeignLine>{`${method} ${url}`}</ForeignLine>
        <div className={styles.where}>
          <Muted>{status === null ? 'no response' : `status ${status}`}</Muted>
          {trace !== null && <LinkTo link={traceLink(trace)}>Trace</LinkTo>}
        </div>
      </div>
    ),
  },
  {
    name: 'Took',
    width: '80px',
    isNumber: true,
    by: ({ duration_ms: ms }) => ms,
    cell: ({ duration_ms: ms }) => durationText(ms),
  },
];
