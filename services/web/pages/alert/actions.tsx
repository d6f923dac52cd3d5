import { type useAct, useReadOnlyReason } from '../../data/act.ts';
import type { ApiProblem } from '../../data/problem.ts';
import { editRuleLink } from '../../links.ts';
import { Button } from '../../ui/button.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Failure } from '../../ui/states.tsx';
import { Muted } from '../../ui/text.tsx';
import { Instant } from '../../ui/time.tsx';
import styles from './alert.module.css';
import { useItemActs, useSilence } from './use-acts.ts';
import type { Alert } from './words.ts';

/** What a person on call does first. In the past, and with a key that only reads, it says why not. */
export function Actions({ alert }: { readonly alert: Alert }) {
  const off = useReadOnlyReason();
  const { item, reading, acknowledge, snooze } = useItemActs(alert);
  const silence = useSilence(alert);
  const all = [acknowledge, snooze, silence] as const;
  return (
    <section className={styles.actions} aria-label="Actions">
      <div className={styles.buttons}>
        {all.map(({ text, act, press, reason }, index) => (
          <Button
            key={text}
            look={index === 0 ? 'primary' : 'plain'}
            disabledBecause={off ?? (act.isPending ? 'It is being done.' : reason)}
            aria-busy={act.isPending}
            onClick={press}
          >
            {text}
          </Button>
        ))}
        <ButtonLink link={editRuleLink(alert.rule_id)}>Edit rule</ButtonLink>
        {off !== undefined && <Muted>{off}</Muted>}
      </div>
      <p role="status" className={styles.standing}>
        {item !== undefined && <Handled item={item} />}
        {silence.until !== undefined && (
          <span>
            Silenced until <Instant at={silence.until} />.
          </span>
        )}
      </p>
      <Problem act={{ error: reading.error, again: () => void reading.refetch() }} />
      {all.map(({ text, act }) => (
        <Problem key={text} act={act} />
      ))}
    </section>
  );
}

type HandledProps = { readonly item: NonNullable<ReturnType<typeof useItemActs>['item']> };

function Handled({ item: { status, acknowledged_at: at, snoozed_until: until } }: HandledProps) {
  if (status === 'open') return <span>Nobody has acknowledged it.</span>;
  return (
    <>
      {at !== null && (
        <span>
          Acknowledged at <Instant at={at} />.
        </span>
      )}
      {status === 'resolved' && <span>Nothing is left to do in the inbox.</span>}
      {status === 'investigating' && <span>Somebody investigates it.</span>}
      {status === 'snoozed' && until !== null && (
        <span>
          Snoozed until <Instant at={until} />.
        </span>
      )}
    </>
  );
}

type ProblemProps = { readonly act: Pick<ReturnType<typeof useAct>, 'error' | 'again'> };

const Problem = ({ act: { error, again } }: ProblemProps) =>
  error !== null && <Failure problem={error as ApiProblem} retry={again} />;
