import { countMail } from '../../../domain/channels/mail-counts.ts';
import { RevisionConflict } from '../../../platform/event-store/port.ts';
import { uuidV5 } from '../../../platform/uuid.ts';
import { type MailCounts, mailAllowances } from '../../../schemas/channels/mail-counts.ts';
import { mailCountsStream } from '../../../schemas/channels/recipient.ts';
import { type DomainEvent, eventVersion } from '../../../schemas/events/event.ts';
import {
  type EventId,
  eventId,
  type MailboxHash,
  type OrganizationId,
  type StreamName,
} from '../../../schemas/ids.ts';
import type { NoticeItem } from '../../../schemas/notices/events.ts';
import { notifierLimits } from '../config.ts';
import type { NotifierDependencies } from '../dependencies.ts';

type Notice = {
  /** The same when the notice is decided again after a crash: it is not counted twice in a row. */
  readonly name: string;
  readonly organizationId: OrganizationId;
  readonly mailboxHash: MailboxHash;
  readonly items: readonly NoticeItem[];
};

type Dependencies = Pick<Required<NotifierDependencies>, 'eventStore' | 'now'>;

/** Counts a notice for its mailbox, to which other processes send those of other organizations; false when there is no room today. */
export async function countNotice(notice: Notice, dependencies: Dependencies): Promise<boolean> {
  for (let tries = 1; ; tries++) {
    try {
      return await countOnce(notice, dependencies);
    } catch (error) {
      const isTaken = error instanceof RevisionConflict && tries < notifierLimits.countsMax;
      if (!isTaken) throw error;
    }
  }
}

async function countOnce(notice: Notice, { eventStore, now }: Dependencies): Promise<boolean> {
  const { name, organizationId: by, mailboxHash } = notice;
  const { mailboxMax: max, mailboxShareMax: shareMax } = mailAllowances.notices;
  const stream = mailCountsStream(mailboxHash);
  const id = eventId(uuidV5(by, `${name} counted`));
  const last = await lastCounts(stream, eventStore);
  if (last?.id === id) return true;
  const mail = { kind: 'notices', by, atMs: now() } as const;
  const counted = countMail(last?.counts ?? {}, mail, { max, shareMax });
  if (counted.kind === 'full') return false;
  const event = eventOf(notice, id, counted.counts, mail.atMs);
  await eventStore.append(stream, [event], last?.revision ?? -1);
  return true;
}

function eventOf(
  { organizationId, items }: Notice,
  id: EventId,
  counts: MailCounts,
  atMs: number,
): DomainEvent {
  const causationId = items[0]?.causeIds[0] ?? id;
  return {
    type: 'MailCounted',
    data: { organizationId, counts },
    id,
    version: eventVersion,
    organizationId,
    atMs,
    causationId,
    correlationId: causationId,
    actor: 'notifier',
  };
}

async function lastCounts(stream: StreamName, eventStore: Dependencies['eventStore']) {
  for await (const { event, revision } of eventStore.readStreamBackwards(stream))
    if (event.type === 'MailCounted') return { id: event.id, revision, counts: event.data.counts };
  return undefined;
}
