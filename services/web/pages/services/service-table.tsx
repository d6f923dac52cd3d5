import { useMemo } from 'react';
import type { ResponseOf } from '../../../../schemas/http/routes.ts';
import { filled, stepStarts } from '../../time/steps.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Sparkline } from '../../ui/chart/sparkline.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { countText, durationText, percentText } from '../../ui/figures.ts';
import { ServiceName } from '../../ui/page-link.tsx';
import { ForeignLine, Muted } from '../../ui/text.tsx';

type Body = ResponseOf<'listServices'>;
export type ServiceRow = Body['services'][number];
type Point = NonNullable<ServiceRow['series']>[number];

const tones: Readonly<Record<NonNullable<ServiceRow['status']>, Tone>> = {
  healthy: 'ok',
  degraded: 'warning',
  unhealthy: 'critical',
  unknown: 'muted',
};

const columnsOf = (starts: readonly number[]): readonly Column<ServiceRow>[] => [
  {
    name: 'Service',
    by: ({ name }) => name,
    cell: ({ name }) => <ServiceName>{name}</ServiceName>,
  },
  {
    name: 'Status',
    by: ({ status = 'unknown' }) => status,
    cell: ({ status = 'unknown' }) => <Badge tone={tones[status]}>{status}</Badge>,
  },
  {
    name: 'Alerts',
    isNumber: true,
    by: ({ open_alerts = 0 }) => open_alerts,
    cell: ({ open_alerts = 0, open_anomalies = 0 }) => (
      <>
        {open_alerts}
        {open_anomalies > 0 && <Muted> + {open_anomalies} unusual</Muted>}
      </>
    ),
  },
  {
    name: 'Requests',
    isNumber: true,
    by: ({ request_count }) => request_count,
    cell: ({ request_count }) => countText(request_count),
  },
  {
    name: 'Over time',
    cell: ({ name, series = [] }) => (
      <Sparkline
        label={`Requests of ${name}`}
        values={filled(starts, series, ({ requests }) => requests, 0)}
      />
    ),
  },
  {
    name: 'Errors',
    isNumber: true,
    by: ({ error_rate }) => error_rate,
    cell: ({ error_rate }) => percentText(error_rate),
  },
  {
    name: 'p95',
    isNumber: true,
    by: ({ p95_latency }) => p95_latency,
    cell: ({ p95_latency }) => durationText(p95_latency),
  },
  {
    name: 'p95 over time',
    cell: ({ name, series = [] }) => (
      <Sparkline
        label={`95th percentile of ${name}`}
        values={filled<Point, number | null>(starts, series, ({ p95_ms }) => p95_ms, null)}
        tone="muted"
      />
    ),
  },
  {
    name: 'Version',
    cell: ({ version }) =>
      version == null ? <Muted>–</Muted> : <ForeignLine>{version}</ForeignLine>,
  },
];

type ServiceTableProps = Pick<Body, 'services' | 'from' | 'to' | 'step_seconds'>;

/** Services with what is unusual about each. */
export function ServiceTable({ services, from, to, step_seconds: step = 60 }: ServiceTableProps) {
  const columns = useMemo(
    () => columnsOf(stepStarts({ fromMs: Date.parse(from), toMs: Date.parse(to) }, step)),
    [from, to, step],
  );
  return (
    <DataTable
      caption="Services"
      columns={columns}
      rows={services}
      keyOf={({ id }) => id}
      sorted={{ column: 'Requests', isDescending: true }}
    />
  );
}
