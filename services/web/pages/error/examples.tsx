import { spanLink } from '../../links.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { LinkTo } from '../../ui/page-link.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ForeignLine, Muted } from '../../ui/text.tsx';
import { Instant } from '../../ui/time.tsx';
import type { Found } from './found.ts';

/** The latest of them, each with its span. */
export const Examples = ({ found: { examples } }: { readonly found: Found }) => (
  <Panel title="Latest">
    <DataTable
      caption="Latest errors of this kind"
      rows={examples}
      keyOf={({ trace_id, span_id }) => `${trace_id} ${span_id}`}
      columns={[
        {
          name: 'When',
          width: '180px',
          cell: ({ timestamp, trace_id, span_id }) => (
            <LinkTo link={spanLink(trace_id, span_id)}>
              <Instant at={timestamp} />
            </LinkTo>
          ),
        },
        { name: 'Message', cell: ({ message }) => <ForeignLine>{message || '–'}</ForeignLine> },
        { name: 'Operation', cell: ({ operation }) => <ForeignLine>{operation}</ForeignLine> },
        {
          name: 'Version',
          width: '110px',
          cell: ({ version }) =>
            version === null ? <Muted>–</Muted> : <ForeignLine>{version}</ForeignLine>,
        },
      ]}
    />
  </Panel>
);
