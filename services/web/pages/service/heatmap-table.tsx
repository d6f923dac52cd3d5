import { instantText } from '../../time/format.ts';
import { useZone } from '../../time/zone.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { durationText, wholeText } from '../../ui/figures.ts';
import { type Grid, rowsInUse } from './heatmap-grid.ts';

/** The counts of the picture: a row for each step, a column for each bucket that holds something. */
export function HeatmapTable({ grid }: { readonly grid: Grid }) {
  const zone = useZone();
  const { first, last } = rowsInUse(grid);
  const buckets = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  return (
    <DataTable
      caption="Durations by time"
      rows={grid.columns}
      keyOf={({ timestamp }) => timestamp}
      columns={[
        {
          name: 'Time',
          cell: ({ timestamp }) => instantText(Date.parse(timestamp), 'second', zone),
        },
        ...buckets.map(row => ({
          name: `from ${durationText(grid.bounds_ms[row] ?? 0)}`,
          isNumber: true,
          cell: ({ counts }: Grid['columns'][number]) => wholeText(counts[row] ?? 0),
        })),
      ]}
    />
  );
}
