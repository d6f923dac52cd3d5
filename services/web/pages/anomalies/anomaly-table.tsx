import { type Anomaly, metricNames, usualText, valueText } from '../../anomalies/words.ts';
import { anomalyLink } from '../../links.ts';
import { RowList } from '../../shell/row-list.tsx';
import { spanText } from '../../time/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { LinkTo, ServiceName } from '../../ui/page-link.tsx';
import { Severity } from '../../ui/severity.tsx';
import { Muted } from '../../ui/text.tsx';
import { Instant } from '../../ui/time.tsx';
import styles from './anomalies.module.css';

/** Anomalies with what was usual; `j`, `k` and Enter go through them. */
export const AnomalyTable = ({ anomalies }: { readonly anomalies: readonly Anomaly[] }) => (
  <RowList>
    <div className={styles.list}>
      <DataTable
        caption="Anomalies that pass the filters"
        rows={anomalies}
        keyOf={({ id }) => id}
        columns={columns}
      />
    </div>
  </RowList>
);

const columns: readonly Column<Anomaly>[] = [
  { name: 'Severity', width: '90px', cell: ({ severity }) => <Severity>{severity}</Severity> },
  {
    name: 'Detected',
    cell: ({ id, detected_at }) => (
      <LinkTo link={anomalyLink(id)}>
        <Instant at={detected_at} shape="minute" />
      </LinkTo>
    ),
  },
  { name: 'Service', cell: ({ service_name }) => <ServiceName>{service_name}</ServiceName> },
  {
    name: 'What',
    cell: ({ metric, metrics, direction }) => (
      <>
        {metricNames[metric]} {direction === 'above' ? 'too high' : 'too low'}
        {metrics.length > 1 && <Muted> and {metrics.length - 1} more</Muted>}
      </>
    ),
  },
  { name: 'Value', isNumber: true, cell: ({ metric, value }) => valueText(metric, value) },
  { name: 'Usual then', cell: anomaly => usualText(anomaly.metric, anomaly) },
  {
    name: 'State',
    cell: ({ status, detected_at, ended_at }) =>
      status === 'open' || ended_at === null ? (
        <Badge tone="critical">open</Badge>
      ) : (
        <>
          <Badge tone="ok">ended</Badge>{' '}
          <Muted>after {spanText(Date.parse(ended_at) - Date.parse(detected_at))}</Muted>
        </>
      ),
  },
  {
    name: 'Handled',
    cell: ({ acknowledged_at: at, status }) => {
      if (at !== null) return <Badge tone="muted">acknowledged</Badge>;
      return status === 'open' ? <Badge tone="warning">not acknowledged</Badge> : <Muted>–</Muted>;
    },
  },
];
