import type { ResponseOf } from '../../../../schemas/http/routes.ts';
import { useRead } from '../../data/use-read.ts';
import { useTime } from '../../time/use-time.ts';
import { Box } from '../../ui/box.tsx';
import { ServiceName } from '../../ui/page-link.tsx';
import { ReadPanel } from '../../ui/panel.tsx';
import { Empty } from '../../ui/states.tsx';
import { ForeignLine, Muted } from '../../ui/text.tsx';
import { Instant } from '../../ui/time.tsx';
import { listHeight } from './list-height.ts';
import styles from './overview.module.css';

const shownMax = 8;

/** Which versions began in the range: the first suspect. */
export function Changes() {
  const { from, to } = useTime();
  const reading = useRead('listDeployments', { query: { from, to }, everyMs: 60_000 });
  return (
    <ReadPanel title="Deployments" reading={reading} height={listHeight}>
      {body => (
        <Box name="New versions" height={listHeight}>
          <List {...body} />
        </Box>
      )}
    </ReadPanel>
  );
}

const List = ({ deployments }: Pick<ResponseOf<'listDeployments'>, 'deployments'>) =>
  deployments.length === 0 ? (
    <Empty title="No new version in this range">
      A version is here when the first span with a new `service.version` arrives.
    </Empty>
  ) : (
    <ul className={styles.list}>
      {deployments.slice(0, shownMax).map(each => (
        <li key={`${each.service_name} ${each.version}`} className={styles.entry}>
          <div className={styles.what}>
            <ServiceName>{each.service_name}</ServiceName>
            <ForeignLine>{`${each.previous_version} → ${each.version}`}</ForeignLine>
          </div>
          <span className={styles.when}>
            <Instant at={each.first_seen_at} shape="minute" />
          </span>
        </li>
      ))}
      {deployments.length > shownMax && (
        <li>
          <Muted>and {deployments.length - shownMax} more</Muted>
        </li>
      )}
    </ul>
  );
