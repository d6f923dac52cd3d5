import { uuidV5 } from '../../platform/uuid.ts';
import type { Command } from '../../schemas/commands/command.ts';
import { type DomainEvent, type EventPayload, eventVersion } from '../../schemas/events/event.ts';
import { eventId, type OrganizationId } from '../../schemas/ids.ts';

/** Counts of a mailbox are of no organization: they limit guesses and mails for all, and stay when one is erased. */
function organizationOf({ data }: EventPayload, command: Command): OrganizationId | undefined {
  if ('counts' in data && 'mailboxHash' in data) return undefined;
  return 'organizationId' in data ? data.organizationId : command.organizationId;
}

/**
 * The event of one fact of a decision.
 *  index   of the fact within the decision; with the command's id it gives the event's id
 *  isLast  the event that the sender of the command waits for
 */
export function toEvent(
  command: Command,
  fact: EventPayload,
  index: number,
  isLast: boolean,
): DomainEvent {
  const organizationId = organizationOf(fact, command);
  return {
    ...fact,
    id: eventId(uuidV5(command.id, String(index))),
    version: eventVersion,
    ...(organizationId !== undefined && { organizationId }),
    atMs: command.atMs,
    causationId: command.id,
    correlationId: command.correlationId,
    actor: command.actor,
    ...(isLast && { answers: { requestHash: command.requestHash } }),
  };
}
