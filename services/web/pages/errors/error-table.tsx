import { useMemo } from 'react';
import type { ResponseOf } from '../../../../schemas/http/routes.ts';
import { errorLink } from '../../links.ts';
import { RowList } from '../../shell/row-list.tsx';
import { filled, stepStarts } from '../../time/steps.ts';
import { Badge } from '../../ui/badge.tsx';
import { Sparkline } from '../../ui/chart/sparkline.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { wholeText } from '../../ui/figures.ts';
import { LinkTo, ServiceName } from '../../ui/page-link.tsx';
import { ForeignLine, Muted } from '../../ui/text.tsx';
import { Instant } from '../../ui/time.tsx';
import styles from './errors.module.css';
import { type ErrorGroup, nameOf, standingOf } from './group.ts';

type ErrorTableProps = Pick<ResponseOf<'listErrors'>, 'errors' | 'from' | 'to' | 'step_seconds'>;

/** Errors, each with how often it came; `j`, `k` and Enter go through it. */
export function ErrorTable({ errors, from, to, step_seconds: step }: ErrorTableProps) {
  const columns = useMemo(
    () => columnsOf(stepStarts({ fromMs: Date.parse(from), toMs: Date.parse(to) }, step)),
    [from, to, step],
  );
  return (
    <RowList>
      <DataTable
        caption="Errors that pass the filters"
        rows={errors}
        keyOf={({ id }) => id}
        columns={columns}
      />
    </RowList>
  );
}

const columnsOf = (starts: readonly number[]): readonly Column<ErrorGroup>[] => [
  { name: 'Error', width: '40%', cell: group => <Name group={group} /> },
  {
    name: 'Status',
    width: '130px',
    cell: group => {
      const { text, tone } = standingOf(group);
      return <Badge tone={tone}>{text}</Badge>;
    },
  },
  {
    name: 'Service',
    cell: ({ service_name }) => <ServiceName>{service_name}</ServiceName>,
  },
  {
    name: 'Count',
    isNumber: true,
    by: ({ count }) => count,
    cell: ({ count }) => wholeText(count),
  },
  {
    name: 'Over time',
    cell: group => (
      <Sparkline
        label={`How often ${nameOf(group).slice(0, 100)} came`}
        tone="critical"
        values={filled(starts, group.series, ({ count }) => count, 0)}
      />
    ),
  },
  {
    name: 'Last seen',
    width: '130px',
    by: ({ last_seen }) => last_seen,
    cell: ({ last_seen }) => <Instant at={last_seen} shape="minute" />,
  },
  {
    name: 'First seen',
    width: '130px',
    by: ({ first_seen }) => first_seen,
    cell: ({ first_seen }) => <Instant at={first_seen} shape="minute" />,
  },
];

const Name = ({ group }: { readonly group: ErrorGroup }) => (
  <div className={styles.name}>
    <LinkTo link={errorLink(group.id)}>
      <ForeignLine>{nameOf(group)}</ForeignLine>
    </LinkTo>
    {group.error_type !== '' && <ForeignLine>{group.message}</ForeignLine>}
    {group.top_frame !== '' && (
      <Muted>
        <ForeignLine>{group.top_frame}</ForeignLine>
      </Muted>
    )}
  </div>
);
