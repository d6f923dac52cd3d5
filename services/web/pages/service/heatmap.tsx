import { useState } from 'react';
import { useRead } from '../../data/use-read.ts';
import { instantText } from '../../time/format.ts';
import { stepOf } from '../../time/time-search.ts';
import { useTime } from '../../time/use-time.ts';
import { useZone } from '../../time/zone.ts';
import { Button } from '../../ui/button.tsx';
import { durationText, wholeText } from '../../ui/figures.ts';
import { ReadPanel } from '../../ui/panel.tsx';
import { Empty } from '../../ui/states.tsx';
import { Comparison } from './comparison.tsx';
import { HeatmapCanvas } from './heatmap-canvas.tsx';
import { type Grid, rowsInUse } from './heatmap-grid.ts';
import { HeatmapTable } from './heatmap-table.tsx';
import type { Scope } from './scope.ts';
import type { Chosen } from './selection.ts';
import styles from './service.module.css';

const stepsMax = 90;

/** Every request by when it ended and how long it took; what is drawn around is compared with the rest. */
export function Heatmap({ service, operation }: Scope) {
  const time = useTime();
  const [chosen, setChosen] = useState<Chosen>();
  const [isTable, setTable] = useState(false);
  const reading = useRead('serviceHeatmap', {
    params: { name: service },
    query: { from: time.from, to: time.to, step: `${stepOf(time, stepsMax)}s`, operation },
  });
  const span = { fromMs: time.fromMs, toMs: time.toMs };
  return (
    <ReadPanel
      title={operation === undefined ? 'Durations of requests' : 'Durations of the operation'}
      reading={reading}
      height={300}
      aside={
        <>
          Draw around what is unusual to see what it has in common
          <Button look="quiet" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
            {isTable ? 'Show as picture' : 'Show as table'}
          </Button>
        </>
      }
    >
      {grid =>
        grid.sample_count === 0 ? (
          <Empty title="No requests in this range" />
        ) : (
          <>
            {isTable ? (
              <HeatmapTable grid={grid} />
            ) : (
              <HeatmapCanvas
                grid={grid}
                label={`Heat map of ${wholeText(grid.sample_count)} durations of ${service}`}
                onSelect={selection => setChosen({ ...selection, status: undefined })}
              />
            )}
            <Axis grid={grid} />
            <div className={styles.tools}>
              <Button
                onClick={() => setChosen({ ...span, minMs: slowMs(grid), status: undefined })}
              >
                What do the slowest have in common?
              </Button>
              <Button onClick={() => setChosen({ ...span, status: 'error' })}>
                What do the failed have in common?
              </Button>
            </div>
            {chosen !== undefined && (
              <Comparison {...{ service, operation, chosen }} close={() => setChosen(undefined)} />
            )}
          </>
        )
      }
    </ReadPanel>
  );
}

const slowest = 0.05;

/** The bound above which one of twenty requests lies, or somewhat fewer. */
function slowMs(grid: Grid): number {
  const rows = grid.bounds_ms
    .slice(1)
    .map((_, row) => sum(grid.columns.map(({ counts }) => counts[row] ?? 0)));
  const all = sum(rows);
  let above = 0;
  for (let row = rows.length - 1; row > 0; row--) {
    if (above + (rows[row] ?? 0) > all * slowest && above > 0) return grid.bounds_ms[row + 1] ?? 0;
    above += rows[row] ?? 0;
  }
  return grid.bounds_ms[0] ?? 0;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0);

function Axis({ grid }: { readonly grid: Grid }) {
  const zone = useZone();
  const { first, last } = rowsInUse(grid);
  const ends = [grid.columns[0], grid.columns.at(-1)].map(column =>
    instantText(Date.parse(column?.timestamp ?? ''), 'minute', zone),
  );
  const bounds = [grid.bounds_ms[first] ?? 0, grid.bounds_ms[last + 1] ?? 0].map(durationText);
  return (
    <p className={styles.axis}>
      <span>{ends[0]}</span>
      <span>{bounds.join(' to ')}, longer above</span>
      <span>{ends[1]}</span>
    </p>
  );
}
