import type { IncomingHttpHeaders } from 'node:http';
import {
  type Execution,
  executeCommand,
  IdempotencyKeyReused,
  type Outcome,
  type Outcomes,
} from '../../../platform/commands/execute.ts';
import { HttpProblem, invalidRequest } from '../../../platform/http/problem.ts';
import type { Keyring } from '../../../platform/keyring/port.ts';
import type { TopicLog } from '../../../platform/topic-log/port.ts';
import type { Json } from '../../../schemas/json.ts';
import { accountLimits } from './config.ts';
import { rejectionProblem } from './rejection.ts';

/** Sends a command and waits for its outcome, which may be a rejection. */
export async function command(
  execution: Execution,
  dependencies: { topicLog: TopicLog; outcomes: Outcomes },
): Promise<Outcome> {
  try {
    return await executeCommand(execution, dependencies);
  } catch (error) {
    if (!(error instanceof IdempotencyKeyReused)) throw error;
    throw new HttpProblem({ status: 409, code: error.code, message: error.message });
  }
}

/** The outcome if the command was accepted; throws what the client is told when it was not. */
export function accepted(
  outcome: Outcome,
  { receivedAtMs }: { readonly receivedAtMs: number },
): Exclude<Outcome, { readonly type: 'CommandRejected' }> {
  if (outcome.type === 'CommandRejected') throw rejectionProblem(outcome.data, receivedAtMs);
  return outcome;
}

export function idempotencyKeyOf(headers: IncomingHttpHeaders): string | undefined {
  const key = headers['idempotency-key'];
  if (key === undefined || key === '') return undefined;
  const { idempotencyKeyCharactersMax: max } = accountLimits;
  if (typeof key === 'string' && key.length <= max) return key;
  throw invalidRequest(`expected one Idempotency-Key of at most ${max} characters`);
}

/** Hash under a key of ours: what is asked for may hold a code or an address that can be guessed. */
export async function requestHash(
  route: string,
  request: { readonly [field: string]: Json | undefined },
  keyring: Keyring,
): Promise<string> {
  const mac = await keyring.mac('request', JSON.stringify([route, request]));
  return mac.toString('hex');
}
