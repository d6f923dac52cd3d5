import type { ResponseOf } from '../../../../schemas/http/routes.ts';
import { useRead } from '../../data/use-read.ts';
import { alertLink } from '../../links.ts';
import { Box } from '../../ui/box.tsx';
import { LinkTo, ServiceName } from '../../ui/page-link.tsx';
import { ReadPanel } from '../../ui/panel.tsx';
import { Severity } from '../../ui/severity.tsx';
import { Empty } from '../../ui/states.tsx';
import { ForeignLine } from '../../ui/text.tsx';
import { Instant } from '../../ui/time.tsx';
import { listHeight } from './list-height.ts';
import styles from './overview.module.css';

/** What fires, the newest first. */
export function Alerts() {
  const reading = useRead('activeAlerts', { query: { limit: 8 }, everyMs: 15_000 });
  return (
    <ReadPanel title="Alerts" reading={reading} height={listHeight}>
      {body => (
        <Box name="Alerts that fire" height={listHeight}>
          <List {...body} />
        </Box>
      )}
    </ReadPanel>
  );
}

const List = ({ alerts, total }: Pick<ResponseOf<'activeAlerts'>, 'alerts' | 'total'>) =>
  alerts.length === 0 ? (
    <Empty title="Nothing fires" />
  ) : (
    <ul className={styles.list}>
      {alerts.map(alert => (
        <li key={alert.id} className={styles.entry}>
          <Severity>{alert.severity}</Severity>
          <div className={styles.what}>
            <LinkTo link={alertLink(alert.id)}>
              <ForeignLine>{alert.message}</ForeignLine>
            </LinkTo>
            {alert.service_name !== '' && <ServiceName>{alert.service_name}</ServiceName>}
          </div>
          <span className={styles.when}>
            since <Instant at={alert.triggered_at} shape="minute" />
          </span>
        </li>
      ))}
      {total > alerts.length && (
        <li>
          <LinkTo link={{ to: '/alerts' }}>and {total - alerts.length} more</LinkTo>
        </li>
      )}
    </ul>
  );
