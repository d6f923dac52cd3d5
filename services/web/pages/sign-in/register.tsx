import { useState } from 'react';
import { sendJson } from '../../data/api.ts';
import { signIn } from '../../data/session.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Foreign } from '../../ui/text.tsx';
import { useForm } from '../../ui/use-form.ts';
import styles from './sign-in.module.css';

type Mailed = { readonly email: string; readonly sessionId: string };

/** A new organization with its first service. Its key sends telemetry, and opens these pages in this tab. */
export function Register() {
  const [mailed, setMailed] = useState<Mailed>();
  const { onSubmit, isBusy, problem } = useForm(
    async ({ email = '', service = '', organization = '' }) => {
      const { body } = await sendJson<'register'>('/v1/integrate/register', {
        method: 'POST',
        body: {
          email,
          service_name: service,
          source: 'web',
          ...(organization !== '' && { organization_name: organization }),
        },
      });
      setMailed({ email, sessionId: body.session_id });
    },
  );
  if (mailed !== undefined) return <Code {...mailed} />;
  return (
    <form className={styles.form} onSubmit={onSubmit}>
      <Field label="Mail address" name="email" type="email" autoComplete="email" required />
      <Field
        label="First service"
        name="service"
        required
        hint="Its `service.name`, such as checkout"
      />
      <Field label="Organization" name="organization" hint="May be left empty" problem={problem} />
      <Button type="submit" look="primary" aria-busy={isBusy}>
        Mail me a code
      </Button>
    </form>
  );
}

function Code({ email, sessionId }: Mailed) {
  const { onSubmit, isBusy, problem } = useForm(async ({ code = '' }) => {
    const { body } = await sendJson<'verify'>('/v1/integrate/verify', {
      method: 'POST',
      body: { session_id: sessionId, code },
    });
    signIn({ key: body.api_key, expiresAt: null });
  });
  return (
    <form className={styles.form} onSubmit={onSubmit}>
      <p>
        A code was mailed to <Foreign>{email}</Foreign>.
      </p>
      <Field
        label="Code"
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        autoFocus
        problem={problem}
      />
      <Button type="submit" look="primary" aria-busy={isBusy}>
        Begin
      </Button>
    </form>
  );
}
