import { useState } from 'react';
import type { ResponseOf } from '../../../../schemas/http/routes.ts';
import { useAct } from '../../data/act.ts';
import { signOut } from '../../data/session.ts';
import { Button } from '../../ui/button.tsx';
import { Foreign } from '../../ui/text.tsx';
import { type Texts, useForm } from '../../ui/use-form.ts';
import styles from './authorize.module.css';

type Asked = ResponseOf<'getAuthorization'>;

type ConsentProps = {
  readonly asked: Asked;
  readonly parameters: Texts;
  readonly organization: ResponseOf<'me'>['organization'];
};

/** Who asks, for what, and where the answer goes. The person chooses how much of it. */
export function Consent({ asked, parameters, organization }: ConsentProps) {
  const [left, setLeft] = useState<'allowed' | 'denied'>();
  const { pressEach } = useAct('allowGrant');
  const form = useForm(async ({ allowed }: Texts) => {
    const { redirect_to: to } = await pressEach({ body: { ...parameters, allowed } });
    setLeft('allowed');
    location.assign(to);
  });
  const deny = (): void => {
    setLeft('denied');
    location.assign(asked.denied_to);
  };
  if (left !== undefined) return <Left how={left} asked={asked} />;
  return (
    <form className={styles.form} onSubmit={form.onSubmit}>
      <h1>
        Allow <Foreign>{asked.client_name}</Foreign> to use Tidemark?
      </h1>
      <About asked={asked} organization={organization} />
      <Scopes offered={asked.scopes} />
      <p className={styles.warning}>
        Allow it only if you began this in the client a moment ago. Nobody checked its name.
      </p>
      {form.problem !== undefined && <p role="alert">{form.problem}</p>}
      <div className={styles.end}>
        <Button type="submit" look="primary" aria-busy={form.isBusy}>
          Allow
        </Button>
        <Button onClick={deny}>Deny</Button>
      </div>
      <p className={styles.muted}>You can take it back at any time, on the page of API keys.</p>
    </form>
  );
}

const About = ({ asked, organization }: Pick<ConsentProps, 'asked' | 'organization'>) => (
  <dl className={styles.facts}>
    <dt>Organization</dt>
    <dd>
      <Foreign>{organization.name ?? organization.id}</Foreign>
      <Button onClick={() => signOut()} title="Signs you out, and asks you again">
        Change
      </Button>
    </dd>
    <dt>Answer goes to</dt>
    <dd>
      <span>
        <Foreign>{asked.redirect_host}</Foreign>
        {asked.is_local && ', a program on this computer'}
      </span>
    </dd>
  </dl>
);

const words = {
  read: ['Read', 'traces, metrics, alerts and everything else of the organization'],
  act: [
    'Read and act',
    'also acknowledge and resolve, silence, and change alert rules and settings of recorded sessions',
  ],
} as const satisfies Record<Asked['scopes'][number], readonly [string, string]>;

/** The least of what was asked for is chosen. */
const Scopes = ({ offered }: { readonly offered: Asked['scopes'] }) => (
  <fieldset className={styles.scopes}>
    <legend>It may</legend>
    {offered.map((scope, index) => {
      const [name, what] = words[scope];
      return (
        <label key={scope} className={styles.scope}>
          <input type="radio" name="allowed" value={scope} defaultChecked={index === 0} />
          <span>
            <strong>{name}</strong>
            <br />
            <span className={styles.muted}>{what}</span>
          </span>
        </label>
      );
    })}
  </fieldset>
);

/** A browser that cannot reach the client stays here. */
const Left = ({ how, asked }: { readonly how: 'allowed' | 'denied'; readonly asked: Asked }) => (
  <>
    <h1>{how === 'allowed' ? 'Allowed' : 'Denied'}</h1>
    <p role="status">
      The answer is on its way to <Foreign>{asked.redirect_host}</Foreign>. You can close this page
      once <Foreign>{asked.client_name}</Foreign> goes on.
    </p>
  </>
);
