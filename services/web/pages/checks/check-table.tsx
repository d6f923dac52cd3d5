import { checkLink } from '../../links.ts';
import { RowList } from '../../shell/row-list.tsx';
import { Badge } from '../../ui/badge.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { LinkTo, ServiceName } from '../../ui/page-link.tsx';
import { ForeignLine, Muted } from '../../ui/text.tsx';
import { Instant } from '../../ui/time.tsx';
import styles from './checks.module.css';
import { type CheckBody, howText, stateOf, uptimeText } from './words.ts';

/** Health checks, each with its state, uptime and last result; `j`, `k` and Enter go through them. */
export const CheckTable = ({ checks }: { readonly checks: readonly CheckBody[] }) => (
  <RowList>
    <DataTable
      caption="Health checks"
      rows={checks}
      keyOf={({ id }) => id}
      columns={columns}
      sorted={{ column: 'State', isDescending: false }}
    />
  </RowList>
);

/** What needs somebody first. */
const order = ['unhealthy', 'degraded', 'unknown', 'healthy'];

const columns: readonly Column<CheckBody>[] = [
  {
    name: 'State',
    width: '110px',
    by: ({ status }) => order.indexOf(status),
    cell: check => {
      const [tone, text] = stateOf(check);
      return <Badge tone={tone}>{text}</Badge>;
    },
  },
  {
    name: 'Check',
    width: '35%',
    by: ({ check_name: name }) => name,
    cell: check => (
      <div className={styles.what}>
        <LinkTo link={checkLink(check.id)}>
          <ForeignLine>{check.check_name}</ForeignLine>
        </LinkTo>
        <ForeignLine>{howText(check)}</ForeignLine>
      </div>
    ),
  },
  {
    name: 'Service',
    by: ({ service_name: name }) => name,
    cell: ({ service_name: name }) => <ServiceName>{name}</ServiceName>,
  },
  {
    name: 'Uptime, 30 days',
    isNumber: true,
    by: each => each.uptime_percentage,
    cell: each => uptimeText(each.uptime_percentage),
  },
  {
    name: 'Last result',
    cell: ({ last_check_at: at, last_error: error }) =>
      at === null ? (
        <Muted>none yet</Muted>
      ) : (
        <div className={styles.what}>
          <Instant at={at} />
          {error !== null && <ForeignLine>{error}</ForeignLine>}
        </div>
      ),
  },
];
