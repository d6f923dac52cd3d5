import type { Anomaly } from '../../anomalies/words.ts';
import { useAct, useReadOnlyReason } from '../../data/act.ts';
import type { ApiProblem } from '../../data/problem.ts';
import { serviceLink } from '../../links.ts';
import { Button } from '../../ui/button.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Failure } from '../../ui/states.tsx';
import { Muted } from '../../ui/text.tsx';
import { Instant } from '../../ui/time.tsx';
import styles from './anomaly.module.css';
import { useSpan } from './use-span.ts';

/** Acknowledge, and look at the service and its traces of that time. */
export function Actions({ anomaly }: { readonly anomaly: Anomaly }) {
  const off = useReadOnlyReason();
  const { isPending, press, again, error } = useAct('acknowledgeAnomaly');
  const { id, status, acknowledged_at: at, service_name: service } = anomaly;
  const { from, to } = useSpan(anomaly);
  return (
    <section className={styles.actions} aria-label="Actions">
      <Button
        look="primary"
        aria-busy={isPending}
        disabledBecause={off ?? (isPending ? 'It is being done.' : doneBecause(status, at))}
        onClick={() => press({ params: { id } })}
      >
        Acknowledge
      </Button>
      <ButtonLink link={withSearch(serviceLink(service), { from, to })}>
        The service at that time
      </ButtonLink>
      <ButtonLink link={{ to: '/traces', search: { service, from, to } }}>
        Its traces of that time
      </ButtonLink>
      <p role="status">
        {off !== undefined && <Muted>{off}</Muted>}{' '}
        {at !== null && (
          <Muted>
            Acknowledged at <Instant at={at} shape="minute" />.
          </Muted>
        )}
      </p>
      {error !== null && <Failure problem={error as ApiProblem} retry={again} />}
    </section>
  );
}

const doneBecause = (status: Anomaly['status'], at: string | null): string | undefined => {
  if (at !== null) return 'It is acknowledged already.';
  return status === 'ended' ? 'It has ended.' : undefined;
};

const withSearch = (
  link: ReturnType<typeof serviceLink>,
  search: Readonly<Record<string, string>>,
) => ({ ...link, search: { ...link.search, ...search } });
