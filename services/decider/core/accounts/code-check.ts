import type { WrongCodeCounted } from '../../../../schemas/accounts/mailbox-events.ts';
import { minuteMs } from '../../../../schemas/durations.ts';
import {
  type AddressHash,
  type MailboxHash,
  mailboxStream,
  type SessionId,
} from '../../../../schemas/ids.ts';
import type { States } from '../aggregate.ts';
import { type Rejected, reject, type StreamAppend } from '../decision.ts';
import { codesPerHourMax, countsOf, mayGetCode, withCode, withWrongCode } from './mailbox.ts';

/** Counted before the code is sent: a crash in between can cost a code, but never gives an additional one. */
export function countedCode(
  { addressHash, mailboxHash, sessionId }: CodeRequest,
  atMs: number,
  states: States,
): StreamAppend | Rejected {
  const stream = mailboxStream(mailboxHash);
  const counts = countsOf(states, stream);
  if (!mayGetCode(counts, atMs)) {
    return reject('too_many_codes', `at most ${codesPerHourMax} codes an hour go to one mailbox`);
  }
  const data = { addressHash, sessionId, counts: withCode(counts, atMs) };
  return { stream, facts: [{ type: 'CodeSent', data }] };
}

type CodeRequest = {
  readonly addressHash: AddressHash;
  readonly mailboxHash: MailboxHash;
  readonly sessionId: SessionId;
};

type MailedCode = {
  readonly verified: boolean;
  readonly attemptsLeft: number;
  readonly expiresAtMs: number;
  readonly counts: WrongCodeCounted['data']['counts'];
  /** How to get another code: `register again`. */
  readonly again: string;
};

/** Why no code is compared: neither a wrong one nor the right one. */
export function codeRefusal(code: MailedCode, atMs: number): Rejected | undefined {
  const { again } = code;
  if (code.verified) {
    return reject('verification_code_used', 'the verification code was used already');
  }
  if (code.attemptsLeft <= 0) {
    return reject('verification_locked', `too many wrong codes were tried, ${again}`);
  }
  if (atMs >= code.expiresAtMs) {
    return reject(
      'verification_code_expired',
      `the verification code has expired, ${again} to get a new one`,
    );
  }
  return paused(code, atMs);
}

/** A pause refuses the right code too, or the answer would reveal it. */
function paused({ counts }: MailedCode, atMs: number): Rejected | undefined {
  const { pausedUntilMs } = counts.wrongCodes;
  if (atMs >= pausedUntilMs) return undefined;
  return reject(
    'too_many_wrong_codes',
    `too many wrong codes were tried for this mailbox, try again after ${minuteAfter(pausedUntilMs)} UTC`,
    pausedUntilMs,
  );
}

const minuteAfter = (atMs: number): string =>
  new Date(Math.ceil(atMs / minuteMs) * minuteMs).toISOString().slice(0, 16).replace('T', ' ');

/** One more wrong code of a mailbox, with which its counts begin anew. */
export const countedWrongCode = (
  { counts, ...wrong }: WrongCodeCounted['data'],
  atMs: number,
): StreamAppend => ({
  stream: mailboxStream(wrong.mailboxHash),
  facts: [{ type: 'WrongCodeCounted', data: { ...wrong, counts: withWrongCode(counts, atMs) } }],
});
