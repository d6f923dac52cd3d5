import { createInterface } from 'node:readline/promises';
import type { CommandContext } from '../context.ts';
import { CommandFailed } from '../errors.ts';
import type { PendingName } from '../pending.ts';
import { Refused, type Verified, verify } from '../registration.ts';

/** As many as the server allows. */
const triesMax = 5;

/** Prompts for the six digits at the terminal until they are right. */
export async function askForCode(
  name: PendingName,
  session: string,
  { terminal, streams, ended }: CommandContext,
): Promise<Verified> {
  const { stdin: input, stdout: output } = streams;
  const lines = createInterface({ input, output });
  const left = new AbortController();
  const leave = (): void => left.abort();
  lines.once('SIGINT', leave).once('close', leave);
  const signal = AbortSignal.any([ended, left.signal]);
  try {
    for (let attempt = 1; ; attempt++) {
      const code = await lines.question('Code: ', { signal });
      const verified = await tryCode(name, session, code, attempt, terminal.say);
      if (verified !== undefined) return verified;
    }
  } catch (error) {
    if (!signal.aborted) throw error;
    terminal.say('');
    throw new CommandFailed('no code was entered: run the same command with --code once it came');
  } finally {
    lines.close();
  }
}

/** Undefined: the code was wrong, and there is another attempt. */
async function tryCode(
  { url }: PendingName,
  session: string,
  code: string,
  attempt: number,
  say: (line: string) => void,
): Promise<Verified | undefined> {
  try {
    return await verify(url, session, code);
  } catch (error) {
    const isWrong =
      error instanceof Refused &&
      ['verification_code_invalid', 'invalid_request'].includes(error.code);
    if (!isWrong || attempt === triesMax) throw error;
    say(`${error.message}.`);
    return undefined;
  }
}
