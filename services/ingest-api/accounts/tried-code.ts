import type { CommandResult } from '../../../platform/commands/execute.ts';
import { HttpProblem } from '../../../platform/http/problem.ts';
import type { TriedCode } from './network-wrong-codes.ts';

/** Checks a code, and counts it for the network it came from if it was wrong. */
export async function tried(
  leave: (tried: TriedCode) => void,
  check: () => Promise<CommandResult>,
): Promise<CommandResult> {
  let found: TriedCode = 'other';
  try {
    const outcome = await check();
    if (isWrong(outcome)) found = 'wrong';
    return outcome;
  } finally {
    leave(found);
  }
}

const isWrong = ({ type }: CommandResult): boolean =>
  type === 'VerificationCodeRejected' || type === 'SessionCodeRejected';

/**
 * The response to a wrong code.
 *  again  how to get another code: `register again`
 */
export function wrongCode(attemptsLeft: number, again: string): HttpProblem {
  const left =
    attemptsLeft === 0
      ? `there are no attempts left, ${again}`
      : `${attemptsLeft} ${attemptsLeft === 1 ? 'attempt' : 'attempts'} left`;
  return new HttpProblem({
    status: 400,
    code: 'verification_code_invalid',
    message: `the verification code is wrong, ${left}`,
  });
}
