import { type FormEvent, useState } from 'react';
import { ApiProblem } from '../data/problem.ts';

export type Texts = Readonly<Record<string, string>>;

/** A form that asks the server: its texts, whether it waits, and what the server said against it. */
export function useForm(submit: (texts: Texts) => Promise<void>) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (isBusy) return;
    const entries = [...new FormData(event.currentTarget)];
    const texts = Object.fromEntries(entries.map(([name, value]) => [name, String(value).trim()]));
    setBusy(true);
    setProblem(undefined);
    void submit(texts)
      .catch((error: unknown) => setProblem(messageOf(error)))
      .finally(() => setBusy(false));
  };
  return { onSubmit, isBusy, problem };
}

const messageOf = (error: unknown): string =>
  error instanceof ApiProblem ? error.message : 'That did not work. Try again.';
