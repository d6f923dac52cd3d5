import { memo } from 'react';
import type { ResponseOf } from '../../../../schemas/http/routes.ts';
import { Badge } from '../../ui/badge.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { wholeText } from '../../ui/figures.ts';
import { Panel } from '../../ui/panel.tsx';
import { Empty } from '../../ui/states.tsx';
import { Muted } from '../../ui/text.tsx';
import type { Conductor } from './conductor.ts';
import styles from './replay.module.css';
import { SeekButton } from './seek-button.tsx';

export type ClickMoment = {
  readonly key: string;
  readonly kind: 'rage' | 'dead';
  readonly at: string;
};

type ClickTableProps = {
  readonly clicks: readonly ClickMoment[];
  /** Of the session, those that are counted and whose instants nobody knows. */
  readonly more: number;
  readonly conductor: Conductor;
};

/** Several clicks may be dead at one instant. */
export const clicksOf = (found: ResponseOf<'getReplay'>): readonly ClickMoment[] => [
  ...found.rage_clicks.map(({ at }, index) => ({
    key: `rage ${index}`,
    kind: 'rage' as const,
    at,
  })),
  ...found.dead_clicks.map(({ at }, index) => ({
    key: `dead ${index}`,
    kind: 'dead' as const,
    at,
  })),
];

export const clicksWithoutInstant = (found: ResponseOf<'getReplay'>): number =>
  found.rage_click_count + found.dead_click_count - clicksOf(found).length;

/** Clicks that show that the page did not do what somebody expected. */
export const ClickTable = memo(({ clicks, more, conductor }: ClickTableProps) => (
  <Panel title="Rage and dead clicks">
    {clicks.length === 0 ? (
      <Empty title="No rage or dead click is listed">
        Bursts of clicks on one place stand here, and clicks after which nothing happened for three
        seconds.
      </Empty>
    ) : (
      <DataTable
        caption="Rage and dead clicks of this session"
        rows={clicks}
        keyOf={({ key }) => key}
        columns={columnsOf(conductor)}
        sorted={{ column: 'At', isDescending: false }}
      />
    )}
    {more > 0 && (
      <Muted>{wholeText(more)} more of this session are counted without their instants.</Muted>
    )}
  </Panel>
));

const columnsOf = (conductor: Conductor): readonly Column<ClickMoment>[] => [
  {
    name: 'At',
    width: '72px',
    by: ({ at }) => at,
    cell: ({ at }) => <SeekButton conductor={conductor} time={at} />,
  },
  {
    name: 'Click',
    cell: ({ kind }) => (
      <div className={styles.where}>
        <Badge tone={kind === 'rage' ? 'critical' : 'warning'}>{kind}</Badge>
        <Muted>
          {kind === 'rage' ? 'a burst of clicks on one place' : 'nothing happened after it'}
        </Muted>
      </div>
    ),
  },
];
