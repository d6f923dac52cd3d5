import { sendJson } from '../../data/api.ts';
import { signIn } from '../../data/session.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { useForm } from '../../ui/use-form.ts';
import styles from './sign-in.module.css';

/** An API key is kept in this tab only, as it does not expire. */
export function ByKey() {
  const { onSubmit, isBusy, problem } = useForm(async ({ key = '' }) => {
    await sendJson<'me'>('/v1/me', { key });
    signIn({ key, expiresAt: null });
  });
  return (
    <form className={styles.form} onSubmit={onSubmit}>
      <Field
        label="API key"
        name="key"
        type="password"
        autoComplete="off"
        required
        hint="Any key that reads. It stays in this tab only."
        problem={problem}
      />
      <Button type="submit" look="primary" aria-busy={isBusy}>
        Sign in
      </Button>
    </form>
  );
}
