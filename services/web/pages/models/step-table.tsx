import type { ResponseOf } from '../../../../schemas/http/routes.ts';
import { Box } from '../../ui/box.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { countText, durationText, percentText } from '../../ui/figures.ts';
import { Empty } from '../../ui/states.tsx';
import { ForeignLine } from '../../ui/text.tsx';

type Steps = ResponseOf<'llmStats'>['agents'];
type Row = Steps['names'][number];

export const stepTableHeight = 184;

type StepTableProps = { readonly of: 'agents' | 'tools'; readonly steps: Steps };

/** Runs of agents, or of tools, by name: they are no calls of models. */
export const StepTable = ({ of, steps: { names } }: StepTableProps) => (
  <Box name={`Runs of ${of}`} height={stepTableHeight}>
    {names.length === 0 ? (
      <Empty title={`No ${of} ran in this time`} />
    ) : (
      <DataTable
        caption={`Runs of ${of}`}
        columns={columns}
        rows={names}
        keyOf={({ name }) => name}
        sorted={{ column: 'Runs', isDescending: true }}
      />
    )}
  </Box>
);

const number = (
  name: string,
  by: (row: Row) => number,
  format: (value: number) => string,
): Column<Row> => ({ name, by, isNumber: true, cell: row => format(by(row)) });

const columns: readonly Column<Row>[] = [
  { name: 'Name', by: ({ name }) => name, cell: ({ name }) => <ForeignLine>{name}</ForeignLine> },
  number('Runs', ({ runs }) => runs, countText),
  number('Failed', ({ error_rate }) => error_rate, percentText),
  number('Mean', ({ avg_duration_ms }) => avg_duration_ms, durationText),
  number('p95', ({ p95_duration_ms }) => p95_duration_ms, durationText),
];
