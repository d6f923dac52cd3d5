import type { ReactNode } from 'react';
import type { ResponseOf } from '../../../../schemas/http/routes.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { wholeText } from '../../ui/figures.ts';

type Projection = NonNullable<ResponseOf<'adminStatus'>['projections']>[number];

type ProjectionTableProps = {
  readonly projections: readonly Projection[];
  /** What can be done with one. */
  readonly action?: (name: string) => ReactNode;
};

/** How far each projection has read the events. */
export const ProjectionTable = ({ projections, action }: ProjectionTableProps) => (
  <DataTable
    caption="Projections"
    columns={
      action === undefined
        ? columns
        : [...columns, { name: 'Actions', cell: ({ name }) => action(name) }]
    }
    rows={projections}
    keyOf={({ name }) => name}
    sorted={{ column: 'Lag', isDescending: true }}
  />
);

const columns: readonly Column<Projection>[] = [
  { name: 'Projection', width: '40%', by: ({ name }) => name, cell: ({ name }) => name },
  {
    name: 'Position',
    isNumber: true,
    by: ({ checkpoint }) => checkpoint,
    cell: ({ checkpoint }) => wholeText(checkpoint),
  },
  {
    name: 'Lag',
    isNumber: true,
    by: ({ lag }) => lag,
    cell: ({ lag }) => wholeText(lag),
  },
];
