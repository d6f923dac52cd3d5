import { useRead } from '../../data/use-read.ts';
import { alertLink } from '../../links.ts';
import { LinkTo } from '../../ui/page-link.tsx';
import { ReadPanel } from '../../ui/panel.tsx';
import { Severity } from '../../ui/severity.tsx';
import { Empty } from '../../ui/states.tsx';
import { ForeignLine, Muted } from '../../ui/text.tsx';
import { Instant } from '../../ui/time.tsx';
import { useInView } from '../../ui/use-in-view.ts';
import styles from './service.module.css';

const shownMax = 5;

/** The latest alerts of the service, whenever they fired. */
export function Alerts({ service }: { readonly service: string }) {
  const [box, isWanted] = useInView();
  const reading = useRead('listAlerts', {
    query: { service, limit: shownMax },
    everyMs: 15_000,
    isWanted,
  });
  return (
    <ReadPanel
      title="Latest alerts"
      box={box}
      reading={reading}
      height={200}
      aside={<LinkTo link={{ to: '/alerts', search: { service, state: 'all' } }}>All</LinkTo>}
    >
      {({ alerts }) =>
        alerts.length === 0 ? (
          <Empty title="No alert of this service ever fired" />
        ) : (
          <ul className={styles.alerts}>
            {alerts.map(({ id, severity, name, status, triggered_at, duration }) => (
              <li key={id} className={styles.alert}>
                <Severity>{severity}</Severity>
                <LinkTo link={alertLink(id)}>
                  <ForeignLine>{name}</ForeignLine>
                </LinkTo>
                <Muted>
                  <Instant at={triggered_at} shape="minute" />
                  {status === 'firing' ? ', still fires' : `, for ${duration}`}
                </Muted>
              </li>
            ))}
          </ul>
        )
      }
    </ReadPanel>
  );
}
