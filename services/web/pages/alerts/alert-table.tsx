import type { ResponseOf } from '../../../../schemas/http/routes.ts';
import { alertLink } from '../../links.ts';
import { conditionText, metricText, valueText } from '../../rules/words.ts';
import { RowList } from '../../shell/row-list.tsx';
import { type Silence, silenceOf } from '../../silences.ts';
import { Badge } from '../../ui/badge.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { LinkTo, ServiceName } from '../../ui/page-link.tsx';
import { Severity } from '../../ui/severity.tsx';
import { ForeignLine, Muted } from '../../ui/text.tsx';
import { Instant } from '../../ui/time.tsx';
import styles from './alerts.module.css';

type Alert = ResponseOf<'listAlerts'>['alerts'][number];
type Item = ResponseOf<'listTriageItems'>['items'][number];

type AlertTableProps = {
  readonly alerts: readonly Alert[];
  /** By their ids. */
  readonly items: ReadonlyMap<string, Item>;
  /** Those that hold notices now. */
  readonly silences: readonly Silence[];
};

/** Alerts, each with its rule, value and who looks after it; `j`, `k` and Enter go through it. */
export function AlertTable({ alerts, items, silences }: AlertTableProps) {
  return (
    <RowList>
      <div className={styles.list}>
        <DataTable
          caption="Alerts that pass the filters"
          rows={alerts}
          keyOf={({ id }) => id}
          columns={[...columns, handled(items, silences)]}
        />
      </div>
    </RowList>
  );
}

const columns: readonly Column<Alert>[] = [
  { name: 'Severity', width: '90px', cell: ({ severity }) => <Severity>{severity}</Severity> },
  {
    name: 'Rule',
    cell: ({ id, name }) => (
      <LinkTo link={alertLink(id)}>
        <ForeignLine>{name}</ForeignLine>
      </LinkTo>
    ),
  },
  {
    name: 'Since',
    cell: ({ triggered_at }) => <Instant at={triggered_at} shape="minute" />,
  },
  {
    name: 'Service',
    cell: ({ service_name }) =>
      service_name === '' ? <Muted>all</Muted> : <ServiceName>{service_name}</ServiceName>,
  },
  { name: 'Value', cell: alert => <Value alert={alert} /> },
  {
    name: 'State',
    cell: ({ status, duration }) => (
      <>
        {status === 'firing' ? (
          <Badge tone="critical">firing</Badge>
        ) : (
          <Badge tone="ok">resolved</Badge>
        )}{' '}
        <Muted>{status === 'firing' ? duration : `after ${duration}`}</Muted>
      </>
    ),
  },
];

function Value({ alert }: { readonly alert: Alert }) {
  const { current_value: value } = alert;
  if (value === null) return <>no data for {metricText(alert)}</>;
  return (
    <>
      {metricText(alert)} <strong>{valueText(alert, value)}</strong>{' '}
      <Muted>{conditionText(alert)}</Muted>
    </>
  );
}

const handled = (items: AlertTableProps['items'], silences: readonly Silence[]): Column<Alert> => ({
  name: 'Handled',
  cell: alert => {
    const item = items.get(alert.triage_item_id ?? '');
    const silence = alert.status === 'firing' ? silenceOf(alert, silences) : undefined;
    return (
      <>
        {item !== undefined && <Done item={item} />}{' '}
        {silence !== undefined && <Badge tone="muted">silenced</Badge>}
      </>
    );
  },
});

/** What somebody did about it; that nobody did anything is said of what is open. */
function Done({ item: { status, acknowledged_at: at } }: { readonly item: Item }) {
  if (status === 'open') return <Badge tone="warning">not acknowledged</Badge>;
  if (status === 'resolved' && at === null) return <Muted>–</Muted>;
  return <Badge tone="muted">{status === 'resolved' ? 'acknowledged' : status}</Badge>;
}
