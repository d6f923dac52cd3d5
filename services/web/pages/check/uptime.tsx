import { useState } from 'react';
import { useRead } from '../../data/use-read.ts';
import { Box } from '../../ui/box.tsx';
import { Button } from '../../ui/button.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { durationText, wholeText } from '../../ui/figures.ts';
import { ReadPanel } from '../../ui/panel.tsx';
import { Muted } from '../../ui/text.tsx';
import { uptimeText } from '../checks/words.ts';
import styles from './check.module.css';
import { type Day, daysText, gradeOf, gradeWords } from './uptime-words.ts';
import { useKnownAt } from './use-past.ts';

const days = 90;
const height = 104;

/** How much of each day it was up: a strip, what it says in words, and its table. */
export function Uptime({ id }: { readonly id: string }) {
  const [isTable, setTable] = useState(false);
  const query = { days, ...useKnownAt() };
  const reading = useRead('healthCheckUptime', { params: { id }, query, everyMs: 60_000 });
  return (
    <ReadPanel
      title="Uptime by day"
      reading={reading}
      height={height}
      aside={
        <>
          <Muted>days of UTC, without maintenance</Muted>
          <Button look="quiet" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
            {isTable ? 'Show as strip' : 'Show as table'}
          </Button>
        </>
      }
    >
      {body =>
        isTable ? (
          <Box name="Uptime by day" height={320}>
            <DataTable
              caption="Uptime by day"
              rows={body.days.toReversed()}
              keyOf={({ day }) => day}
              columns={columns}
            />
          </Box>
        ) : (
          <div className={styles.uptime} style={{ height }}>
            <div className={styles.strip} role="img" aria-label={daysText(body.days)}>
              {body.days.map(day => (
                <i
                  key={day.day}
                  data-grade={gradeOf(day)}
                  title={`${day.day}: ${uptimeText(day.uptime_percentage)}, ${gradeWords[gradeOf(day)]}`}
                />
              ))}
            </div>
            <p className={styles.ends}>
              <span>{body.days[0]?.day}</span>
              <span>today</span>
            </p>
            <p>{daysText(body.days)}.</p>
          </div>
        )
      }
    </ReadPanel>
  );
}

const columns: readonly Column<Day>[] = [
  { name: 'Day', cell: ({ day }) => day },
  {
    name: 'Uptime',
    isNumber: true,
    by: ({ uptime_percentage: percent }) => percent ?? -1,
    cell: ({ uptime_percentage: percent }) => uptimeText(percent),
  },
  { name: 'Passed', isNumber: true, cell: ({ passed }) => wholeText(passed) },
  { name: 'Failed', isNumber: true, by: day => day.failed, cell: day => wholeText(day.failed) },
  {
    name: 'Down for',
    isNumber: true,
    cell: ({ down_seconds: seconds }) => (seconds === null ? '–' : durationText(seconds * 1_000)),
  },
  { name: 'Outages', isNumber: true, by: day => day.outages, cell: day => wholeText(day.outages) },
];
