import { DataTable } from '../../ui/data-table.tsx';
import { percentText, wholeText } from '../../ui/figures.ts';
import { Panel } from '../../ui/panel.tsx';
import { ForeignLine } from '../../ui/text.tsx';
import type { Found } from './found.ts';

/** In which operations it comes. */
export const Operations = ({ found: { operations, count } }: { readonly found: Found }) => (
  <Panel title="Operations">
    <DataTable
      caption="Operations in which it comes"
      rows={operations}
      keyOf={({ operation_name }) => operation_name}
      columns={[
        { name: 'Operation', cell: one => <ForeignLine>{one.operation_name}</ForeignLine> },
        { name: 'Count', isNumber: true, width: '90px', cell: one => wholeText(one.count) },
        {
          name: 'Share',
          isNumber: true,
          width: '90px',
          cell: one => percentText((one.count / count) * 100),
        },
      ]}
    />
  </Panel>
);
