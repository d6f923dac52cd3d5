import { memo } from 'react';
import type { LinkedSpan } from '../../../../schemas/replays/routes.ts';
import { spanLink } from '../../links.ts';
import { Badge } from '../../ui/badge.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { LinkTo } from '../../ui/page-link.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Empty } from '../../ui/states.tsx';
import { ForeignLine, Muted } from '../../ui/text.tsx';
import type { Conductor } from './conductor.ts';
import styles from './replay.module.css';
import { SeekButton } from './seek-button.tsx';

type SpanTableProps = {
  readonly spans: readonly LinkedSpan[];
  readonly conductor: Conductor;
};

/** What the user's doings led to in the services, in the order of the recording. */
export const SpanTable = memo(({ spans, conductor }: SpanTableProps) => (
  <Panel title="Spans">
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard. */}
    <section className={styles.spans} tabIndex={0} aria-label="Spans">
      {spans.length === 0 ? (
        <Empty title="No span names this session">
          Spans with its id in their attribute <code>replay_id</code> are marked here.
        </Empty>
      ) : (
        <DataTable
          caption="Spans that name this session"
          rows={spans}
          keyOf={({ trace_id, span_id }) => `${trace_id} ${span_id}`}
          columns={columnsOf(conductor)}
          sorted={{ column: 'At', isDescending: false }}
        />
      )}
    </section>
  </Panel>
));

const columnsOf = (conductor: Conductor): readonly Column<LinkedSpan>[] => [
  {
    name: 'At',
    width: '72px',
    by: ({ time }) => time,
    cell: ({ time }) => <SeekButton conductor={conductor} time={time} />,
  },
  {
    name: 'What',
    cell: ({ trace_id, span_id, operation_name, service_name, has_error }) => (
      <div className={styles.what}>
        <LinkTo link={spanLink(trace_id, span_id)}>
          <ForeignLine>{operation_name}</ForeignLine>
        </LinkTo>
        <div className={styles.where}>
          {has_error && <Badge tone="critical">error</Badge>}
          <Muted>
            <ForeignLine>{service_name}</ForeignLine>
          </Muted>
        </div>
      </div>
    ),
  },
];
