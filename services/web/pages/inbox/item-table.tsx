import { itemLink } from '../../links.ts';
import { RowList } from '../../shell/row-list.tsx';
import { Badge } from '../../ui/badge.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { LinkTo, ServiceName } from '../../ui/page-link.tsx';
import { Severity } from '../../ui/severity.tsx';
import { ForeignLine, Muted } from '../../ui/text.tsx';
import { Instant } from '../../ui/time.tsx';
import styles from './inbox.module.css';
import { type Item, tones } from './things.ts';

type ItemTableProps = {
  readonly items: readonly Item[];
  readonly chosen: ReadonlySet<string>;
  readonly choose: (id: string) => void;
};

/** Items, of which several can be chosen; `j`, `k`, `x` and Enter go through them. */
export function ItemTable({ items, chosen, choose }: ItemTableProps) {
  return (
    <RowList>
      <DataTable
        caption="Items that pass the filters"
        rows={items}
        keyOf={({ id }) => id}
        columns={[boxes(chosen, choose), ...columns]}
      />
    </RowList>
  );
}

const boxes = (
  chosen: ItemTableProps['chosen'],
  choose: ItemTableProps['choose'],
): Column<Item> => ({
  name: 'Chosen',
  width: '72px',
  cell: ({ id, title }) => (
    <input
      type="checkbox"
      checked={chosen.has(id)}
      onChange={() => choose(id)}
      aria-label={`Choose ${title.slice(0, 100)}`}
    />
  ),
});

const columns: readonly Column<Item>[] = [
  {
    name: 'What',
    width: '45%',
    cell: item => (
      <div className={styles.what}>
        <LinkTo link={itemLink(item.id)}>
          <ForeignLine>{item.title}</ForeignLine>
        </LinkTo>
        <ForeignLine>{item.message}</ForeignLine>
      </div>
    ),
  },
  { name: 'Severity', width: '90px', cell: ({ severity }) => <Severity>{severity}</Severity> },
  {
    name: 'Since',
    width: '130px',
    by: ({ timestamp }) => timestamp,
    cell: ({ timestamp }) => (
      <span className={styles.since}>
        <Instant at={timestamp} shape="minute" />
      </span>
    ),
  },
  {
    name: 'Service',
    cell: ({ service_name }) =>
      service_name === '' ? <Muted>all</Muted> : <ServiceName>{service_name}</ServiceName>,
  },
  {
    name: 'Status',
    cell: ({ status, escalation_level: level }) => (
      <>
        <Badge tone={tones[status]}>{status}</Badge>{' '}
        {level > 0 && <Badge tone="critical">{level === 1 ? 'waits' : 'waits long'}</Badge>}
      </>
    ),
  },
];
