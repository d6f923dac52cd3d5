import { Badge } from '../../ui/badge.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { bytesText } from '../../ui/figures.ts';
import { LayerButton } from '../../ui/layer-button.tsx';
import { ForeignLine } from '../../ui/text.tsx';
import { Instant } from '../../ui/time.tsx';
import { DeadLetterDetail } from './dead-letter.tsx';
import type { DeadLetter } from './words.ts';

type DeadTableProps = {
  readonly letters: readonly DeadLetter[];
  readonly chosen: ReadonlySet<string>;
  readonly choose: (id: string) => void;
};

/** Dead letters, of which several can be chosen and each can be looked into. */
export const DeadTable = ({ letters, chosen, choose }: DeadTableProps) => (
  <DataTable
    caption="Dead letters"
    rows={letters}
    keyOf={({ id }) => id}
    columns={[boxes(chosen, choose), ...columns]}
  />
);

const boxes = (
  chosen: DeadTableProps['chosen'],
  choose: DeadTableProps['choose'],
): Column<DeadLetter> => ({
  name: 'Chosen',
  width: '72px',
  cell: ({ id }) => (
    <input
      type="checkbox"
      checked={chosen.has(id)}
      onChange={() => choose(id)}
      aria-label={`Choose ${id}`}
    />
  ),
});

const columns: readonly Column<DeadLetter>[] = [
  {
    name: 'Record',
    by: ({ id }) => id,
    cell: ({ id }) => (
      <LayerButton text={id} title={`Dead letter ${id}`}>
        {() => <DeadLetterDetail id={id} />}
      </LayerButton>
    ),
  },
  {
    name: 'Since',
    by: ({ dead_at: at }) => at,
    cell: ({ dead_at: at }) => <Instant at={at} />,
  },
  {
    name: 'State',
    by: ({ redriven }) => Number(redriven),
    cell: ({ redriven }) => (
      <Badge tone={redriven ? 'ok' : 'warning'}>{redriven ? 'redriven' : 'waits'}</Badge>
    ),
  },
  { name: 'Reason', by: ({ reason }) => reason, cell: ({ reason }) => reason },
  {
    name: 'Error',
    width: '40%',
    cell: ({ error }) => <ForeignLine>{error.split('\n', 1)[0] ?? ''}</ForeignLine>,
  },
  {
    name: 'Size',
    isNumber: true,
    by: ({ bytes }) => bytes,
    cell: ({ bytes }) => bytesText(bytes),
  },
];
