import type { ReactNode } from 'react';
import { objectiveLink } from '../../links.ts';
import { RowList } from '../../shell/row-list.tsx';
import { Badge } from '../../ui/badge.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { LinkTo, ServiceName } from '../../ui/page-link.tsx';
import { ShareBar } from '../../ui/share-bar.tsx';
import { ForeignLine, Muted } from '../../ui/text.tsx';
import { Exhaustion } from './exhaustion.tsx';
import styles from './slos.module.css';
import {
  burnOverText,
  type Figures,
  leftText,
  type Objective,
  stateOf,
  wantText,
  windowText,
} from './words.ts';

type ObjectiveTableProps = {
  readonly objectives: readonly Objective[];
  /** By id; null where they could not be read. */
  readonly figures: ReadonlyMap<string, Figures | null>;
};

/** Objectives, each with its state, what is left of its budget, and how fast it goes. */
export const ObjectiveTable = ({ objectives, figures }: ObjectiveTableProps) => (
  <RowList>
    <DataTable
      caption="Objectives"
      rows={objectives.map(objective => ({ ...objective, figures: figures.get(objective.id) }))}
      keyOf={({ id }) => id}
      columns={columns}
      sorted={{ column: 'Objective', isDescending: false }}
    />
  </RowList>
);

/** Without figures as long as they are read. */
type Shown = Objective & { readonly figures: Figures | null | undefined };

const ofFigures =
  (cell: (figures: Figures) => ReactNode) =>
  ({ figures }: Shown): ReactNode =>
    figures ? cell(figures) : <Muted>{figures === null ? 'not available' : '…'}</Muted>;

const columns: readonly Column<Shown>[] = [
  {
    name: 'State',
    width: '120px',
    cell: ofFigures(figures => {
      const [tone, text] = stateOf(figures);
      return <Badge tone={tone}>{text}</Badge>;
    }),
  },
  {
    name: 'Objective',
    width: '32%',
    by: ({ name }) => name,
    cell: objective => (
      <div className={styles.what}>
        <LinkTo link={objectiveLink(objective.id)}>
          <ForeignLine>{objective.name}</ForeignLine>
        </LinkTo>
        <ForeignLine>{`${wantText(objective)} ${windowText(objective)}`}</ForeignLine>
      </div>
    ),
  },
  {
    name: 'Service',
    by: ({ service }) => service,
    cell: ({ service, operation }) => (
      <div className={styles.what}>
        <ServiceName>{service}</ServiceName>
        {operation !== null && <ForeignLine>{operation}</ForeignLine>}
      </div>
    ),
  },
  {
    name: 'Budget left',
    width: '140px',
    cell: ofFigures(figures => <Left figures={figures} />),
  },
  {
    name: 'Burn, 1 h',
    isNumber: true,
    cell: ofFigures(figures => burnOverText(figures, '1h')),
  },
  {
    name: 'Burn, 6 h',
    isNumber: true,
    cell: ofFigures(figures => burnOverText(figures, '6h')),
  },
  {
    name: 'Used up',
    width: '112px',
    cell: ofFigures(figures => <Exhaustion figures={figures} />),
  },
];

/** The share that is left as a bar and as a number. */
function Left({ figures }: { readonly figures: Figures }) {
  const [tone] = stateOf(figures);
  const { remaining_percent: percent } = figures.budget;
  const left = figures.total === 0 ? 0 : percent;
  return <ShareBar text={leftText(figures)} percent={left} tone={tone} />;
}
