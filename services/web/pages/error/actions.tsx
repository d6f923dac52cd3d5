import { useAct, useReadOnlyReason } from '../../data/act.ts';
import type { ActName } from '../../data/acts.ts';
import type { ApiProblem } from '../../data/problem.ts';
import { Button } from '../../ui/button.tsx';
import { Failure } from '../../ui/states.tsx';
import { Muted } from '../../ui/text.tsx';
import { Instant } from '../../ui/time.tsx';
import styles from './error.module.css';
import type { Found } from './found.ts';

type Status = Found['status'];

/** Why an error cannot get the status that it has. */
const isAlready: Readonly<Record<Status, string>> = {
  open: 'It is open.',
  resolved: 'It is resolved already.',
  ignored: 'It is ignored already.',
  regressed: '',
};

/** What can be decided about it. In the past, and with a key that only reads, it says why not. */
export function Actions({ found }: { readonly found: Found }) {
  const off = useReadOnlyReason();
  const { id, status, status_since: since } = found;
  return (
    <section className={styles.actions} aria-label="Actions">
      <Deed name="resolveError" text="Resolve" becomes="resolved" of={{ id, status, off }} />
      <Deed name="ignoreError" text="Ignore" becomes="ignored" of={{ id, status, off }} />
      <Deed name="reopenError" text="Open again" becomes="open" of={{ id, status, off }} />
      <p role="status">
        {off !== undefined && <Muted>{off}</Muted>}
        {since !== null && (
          <Muted>
            {status === 'regressed' ? 'Came back' : status === 'ignored' ? 'Ignored' : 'Resolved'}{' '}
            at <Instant at={since} shape="minute" />.
          </Muted>
        )}
      </p>
    </section>
  );
}

type DeedProps = {
  readonly name: Extract<ActName, 'resolveError' | 'ignoreError' | 'reopenError'>;
  readonly text: string;
  readonly becomes: Status;
  readonly of: Pick<Found, 'id' | 'status'> & { readonly off: string | undefined };
};

function Deed({ name, text, becomes, of: { id, status, off } }: DeedProps) {
  const { isPending, press, again, error } = useAct(name);
  const reason = status === becomes ? isAlready[status] : undefined;
  return (
    <>
      <Button
        look={becomes === 'resolved' ? 'primary' : 'plain'}
        disabledBecause={off ?? (isPending ? 'It is being done.' : reason)}
        aria-busy={isPending}
        onClick={() => press({ params: { id } })}
      >
        {text}
      </Button>
      {error !== null && <Failure problem={error as unknown as ApiProblem} retry={again} />}
    </>
  );
}
