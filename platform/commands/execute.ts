import type { CommandPayload } from '../../schemas/commands/command.ts';
import type { EventPayload } from '../../schemas/events/event.ts';
import { type CommandId, commandId } from '../../schemas/ids.ts';
import { topics } from '../../schemas/topics.ts';
import { Unavailable } from '../errors.ts';
import type { NewRecord, PartitionOffset, TopicLog } from '../topic-log/port.ts';
import { randomUuid, uuidV5 } from '../uuid.ts';
import { commandLimits } from './limits.ts';
import { commandRecord, type Envelope } from './send.ts';
import type { CommandSender } from './sender.ts';
import type { CommandPlace, CommandsUnderWay } from './under-way.ts';

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
  /** Whose share it counts towards until it is decided. */
  readonly sender: CommandSender;
  /** Only called when there is no outcome yet. */
  readonly wish: () => Promise<CommandPayload>;
  readonly signal: AbortSignal;
};

export type ExecuteDependencies = {
  readonly topicLog: Pick<TopicLog, 'append'>;
  readonly outcomes: CommandResults;
  readonly commandsUnderWay: Pick<CommandsUnderWay, 'enter'>;
};

/** Sends a command and waits for its outcome; one that was sent before is answered as then. */
export async function executeCommand(
  { envelope, sender, wish, signal }: CommandRequest,
  { topicLog, outcomes, commandsUnderWay }: ExecuteDependencies,
): Promise<CommandResult> {
  const known = await outcomes.known(envelope.id, signal);
  if (known !== undefined) return sameRequest(known, envelope);
  const wished = await wish().catch(error => decidedMeanwhile(envelope, signal, outcomes, error));
  if ('requestHash' in wished) return sameRequest(wished, envelope);
  const record = commandRecord({ wish: wished, envelope });
  const place = await commandsUnderWay.enter({ sender, bytes: record.value.length }, signal);
  const sent = await appended(record, place, topicLog);
  const outcome = await waitForOutcome(envelope.id, signal, outcomes).catch(error => {
    place.left(sent);
    throw error;
  });
  place.decided({ isRejected: outcome.type === 'CommandRejected' });
  return sameRequest(outcome, envelope);
}

/** A repetition may find no room, or nothing to change, because the first of them was decided since it looked. */
async function decidedMeanwhile(
  { id }: Envelope,
  signal: AbortSignal,
  outcomes: CommandResults,
  refusal: unknown,
): Promise<CommandResult> {
  const outcome = await outcomes.known(id, signal);
  if (outcome === undefined) throw refusal;
  return outcome;
}

async function appended(
  record: NewRecord,
  place: CommandPlace,
  topicLog: Pick<TopicLog, 'append'>,
): Promise<PartitionOffset> {
  try {
    const [sent] = await topicLog.append(topics.commands, [record]);
    if (sent === undefined) throw new Error('expected the place of the appended command');
    return sent;
  } catch (error) {
    place.failed();
    throw error;
  }
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
  const deadline = AbortSignal.timeout(commandLimits.outcomeDeadlineMs);
  try {
    return await outcomes.outcome(id, AbortSignal.any([signal, deadline]));
  } catch (cause) {
    if (!deadline.aborted) throw cause;
    throw new Unavailable(`command ${id} is accepted, its outcome is not known yet`, { cause });
  }
}
