import { useState } from 'react';
import type { ResponseOf } from '../../../../schemas/http/routes.ts';
import { sendJson } from '../../data/api.ts';
import { signIn } from '../../data/session.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Foreign, Muted } from '../../ui/text.tsx';
import { type Texts, useForm } from '../../ui/use-form.ts';
import styles from './sign-in.module.css';

type Mailed = { readonly email: string; readonly sessionId: string };
type Verified = ResponseOf<'verifySession'>;

/** A code goes to the address; it gives a key that ends by itself after twelve hours. */
export function ByMail() {
  const [mailed, setMailed] = useState<Mailed>();
  const { onSubmit, isBusy, problem } = useForm(async ({ email = '' }) => {
    const { body } = await sendJson<'requestSession'>('/v1/sessions', {
      method: 'POST',
      body: { email },
    });
    setMailed({ email, sessionId: body.session_id });
  });
  if (mailed !== undefined) return <Code {...mailed} />;
  return (
    <form className={styles.form} onSubmit={onSubmit}>
      <Field
        label="Mail address"
        name="email"
        type="email"
        autoComplete="email"
        required
        problem={problem}
      />
      <Button type="submit" look="primary" aria-busy={isBusy}>
        Mail me a code
      </Button>
    </form>
  );
}

/** The link of an invitation names the organization; who has another one would sign in to that. */
const invitedTo = new URLSearchParams(location.search).get('join') ?? undefined;

function Code({ email, sessionId }: Mailed) {
  const [choice, setChoice] = useState<{ code: string; isKept: boolean; from: Verified }>();
  const verify = async (code: string, isKept: boolean, organization?: string) => {
    const { body } = await sendJson<'verifySession'>('/v1/sessions/verify', {
      method: 'POST',
      body: { session_id: sessionId, code, organization_id: organization },
    });
    if (body.api_key === null) setChoice({ code, isKept, from: body });
    else signIn({ key: body.api_key, expiresAt: body.expires_at }, isKept);
  };
  const form = useForm(({ code = '', kept }: Texts) => verify(code, kept !== undefined, invitedTo));
  const chooser = useForm(({ organization }: Texts) =>
    verify(choice?.code ?? '', choice?.isKept ?? false, organization),
  );
  if (choice !== undefined) return <Organizations {...chooser} {...choice.from} />;
  return (
    <form className={styles.form} onSubmit={form.onSubmit}>
      <p>
        If <Foreign>{email}</Foreign> belongs to an organization, a code is on its way.
      </p>
      <Field
        label="Code"
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        autoFocus
        problem={form.problem}
      />
      <label className={styles.kept}>
        <input type="checkbox" name="kept" /> Stay signed in on this device for 12 hours
      </label>
      <Button type="submit" look="primary" aria-busy={form.isBusy}>
        Sign in
      </Button>
    </form>
  );
}

type OrganizationsProps = Pick<Verified, 'organizations'> & ReturnType<typeof useForm>;

const Organizations = ({ organizations, onSubmit, isBusy, problem }: OrganizationsProps) => (
  <form className={styles.form} onSubmit={onSubmit}>
    <fieldset className={styles.choices}>
      <legend>Which organization?</legend>
      {organizations.map(({ id, name, is_invitation: isInvitation }, index) => (
        <label key={id} className={styles.kept}>
          <input type="radio" name="organization" value={id} defaultChecked={index === 0} />
          <Foreign>{name ?? id}</Foreign>
          {isInvitation && <Muted>you are invited</Muted>}
        </label>
      ))}
    </fieldset>
    {problem !== undefined && <p role="alert">{problem}</p>}
    <Button type="submit" look="primary" aria-busy={isBusy}>
      Sign in
    </Button>
  </form>
);
