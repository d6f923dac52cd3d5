import { Panel } from '../../ui/panel.tsx';
import { Foreign, Muted } from '../../ui/text.tsx';
import { Instant } from '../../ui/time.tsx';
import styles from './alert.module.css';
import { stepsOf } from './steps.ts';
import { useItem } from './use-item.ts';
import type { Alert } from './words.ts';

/** What happened to the alert, and what people did about it. */
export function Timeline({ alert }: { readonly alert: Alert }) {
  const item = useItem(alert);
  const steps = stepsOf(alert, item.data?.body.history ?? []);
  return (
    <Panel title="Timeline">
      <ol className={styles.steps}>
        {steps.map(({ at, what, about }) => (
          <li key={`${at} ${what}`}>
            <Muted>
              <Instant at={at} />
            </Muted>
            <div>
              {what}
              {about !== '' && (
                <p>
                  <Foreign>{about}</Foreign>
                </p>
              )}
            </div>
          </li>
        ))}
      </ol>
      {item.error !== null && <Muted>What people did cannot be read: {item.error.message}</Muted>}
    </Panel>
  );
}
