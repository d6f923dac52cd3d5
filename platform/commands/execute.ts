import type { CommandPayload } from '../../schemas/commands/command.ts';
import type { EventPayload } from '../../schemas/events/event.ts';
import { type CommandId, commandId } from '../../schemas/ids.ts';
import { Unavailable } from '../errors.ts';
import type { TopicLog } from '../topic-log/port.ts';
import { randomUuid, uuidV5 } from '../uuid.ts';
import { type Envelope, sendCommand } from './send.ts';

/** How long a sender waits for the outcome before its client gets a retry. */
const outcomeDeadlineMs = 5_000;

/** The fact that answered a command, when the command was sent, and the hash of its request. */
export type CommandResult = EventPayload & { readonly atMs: number; readonly requestHash: string };

export type CommandResults = {
  /** The outcome if there is one by now, having looked at everything acknowledged so far. */
  known(id: CommandId, signal: AbortSignal): Promise<CommandResult | undefined>;
  /** Resolves as soon as there is one; rejects with the signal's reason. */
  outcome(id: CommandId, signal: AbortSignal): Promise<CommandResult>;
};

/** The id of a command was used for another request before; it will not be sent. */
export class IdempotencyKeyReused extends Error {
  override readonly name = 'IdempotencyKeyReused';
  readonly code = 'idempotency_key_reused';
  readonly retryable = false;
}

/**
 * The same key on the same route gives the same command on every repeat; without a key every
 * request is a command of its own.
 *  scope  UUID of whom the key belongs to: an organization, or a session
 */
export const commandIdFor = (scope: string, route: string, idempotencyKey?: string): CommandId =>
  commandId(
    idempotencyKey === undefined
      ? randomUuid()
      : uuidV5(scope, JSON.stringify([route, idempotencyKey])),
  );

export type CommandRequest = {
  readonly envelope: Envelope;
  /** Only called when there is no outcome yet. */
  readonly wish: () => Promise<CommandPayload>;
  readonly signal: AbortSignal;
};

/** Sends a command and waits for its outcome; one that was sent before is answered as then. */
export async function executeCommand(
  { envelope, wish, signal }: CommandRequest,
  { topicLog, outcomes }: { topicLog: Pick<TopicLog, 'append'>; outcomes: CommandResults },
): Promise<CommandResult> {
  const known = await outcomes.known(envelope.id, signal);
  if (known !== undefined) return sameRequest(known, envelope);
  await sendCommand(await wish(), envelope, { topicLog });
  return sameRequest(await waitForOutcome(envelope.id, signal, outcomes), envelope);
}

function sameRequest(outcome: CommandResult, { requestHash }: Envelope): CommandResult {
  if (outcome.requestHash === requestHash) return outcome;
  throw new IdempotencyKeyReused('the idempotency key was used for another request before');
}

async function waitForOutcome(
  id: CommandId,
  signal: AbortSignal,
  outcomes: CommandResults,
): Promise<CommandResult> {
  const deadline = AbortSignal.timeout(outcomeDeadlineMs);
  try {
    return await outcomes.outcome(id, AbortSignal.any([signal, deadline]));
  } catch (cause) {
    if (!deadline.aborted) throw cause;
    throw new Unavailable(`command ${id} is accepted, its outcome is not known yet`, { cause });
  }
}
