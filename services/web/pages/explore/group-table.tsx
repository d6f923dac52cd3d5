import { type Column, DataTable } from '../../ui/data-table.tsx';
import { ForeignLine, Muted } from '../../ui/text.tsx';
import type { Body } from './figures.ts';
import { type GroupFigures, groupFigures } from './lines.ts';

type GroupTableProps = {
  readonly series: Body['series'];
  /** The attribute that they differ in. */
  readonly name: string;
  readonly format: (value: number) => string;
};

/** Every group, also those that have no line. */
export const GroupTable = ({ series, name, format }: GroupTableProps) => (
  <DataTable
    caption={`Groups by ${name.slice(0, 200)}`}
    columns={columnsOf(format)}
    rows={groupFigures(series)}
    keyOf={({ group }) => group}
    sorted={{ column: 'Highest', isDescending: true }}
  />
);

const columnsOf = (format: (value: number) => string): readonly Column<GroupFigures>[] => {
  const number = (name: string, by: (row: GroupFigures) => number): Column<GroupFigures> => ({
    name,
    by,
    isNumber: true,
    cell: row => format(by(row)),
  });
  return [
    {
      name: 'Group',
      by: ({ group }) => group,
      cell: ({ group }) =>
        group === '' ? <Muted>(none)</Muted> : <ForeignLine>{group}</ForeignLine>,
    },
    number('Lowest', ({ lowest }) => lowest),
    number('Mean', ({ mean }) => mean),
    number('Highest', ({ highest }) => highest),
    number('Latest', ({ latest }) => latest),
  ];
};
