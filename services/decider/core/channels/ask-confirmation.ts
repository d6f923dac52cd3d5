import {
  type ConfirmationId,
  mailCountsStream,
  type Recipient,
  recipientIdOf,
  recipientStream,
} from '../../../../schemas/channels/recipient.ts';
import type { Command } from '../../../../schemas/commands/command.ts';
import { dayOf } from '../../../../schemas/day.ts';
import { dayMs } from '../../../../schemas/durations.ts';
import type { ChannelId, OrganizationId, Sealed, StreamName } from '../../../../schemas/ids.ts';
import { addressStream } from '../../../../schemas/ids.ts';
import { uuidV5 } from '../../../../schemas/uuid.ts';
import type { States } from '../aggregate.ts';
import { type Rejected, reject, type StreamAppend } from '../decision.ts';
import { countMails } from './mail-counts.ts';
import { isMember, recipientFor } from './recipient.ts';

/** How long the link of a confirmation is valid. */
export const confirmationValidMs = 3 * dayMs;

/** An address that unsubscribed gets no confirmation for so long after the last mail to it. */
export const unsubscribedPauseMs = 30 * dayMs;

/** What a decision about an address depends on. */
export const addressStreams = (
  organizationId: OrganizationId | undefined,
  recipient: Recipient | undefined,
): readonly StreamName[] =>
  recipient === undefined || organizationId === undefined
    ? []
    : [
        addressStream(recipient.addressHash),
        recipientStream(recipientIdOf(organizationId, recipient)),
        mailCountsStream(recipient.mailboxHash),
      ];

type Asked = {
  readonly channelId: ChannelId;
  readonly organizationId: OrganizationId;
  readonly target: Sealed;
  readonly recipient: Recipient;
};

/** What precedes that a channel gets an address: nothing if it is a member's or confirmed, otherwise one mail with a link. */
export function askConfirmation(
  { channelId, organizationId, target, recipient }: Asked,
  { id, atMs }: Pick<Command, 'id' | 'atMs'>,
  states: States,
): readonly StreamAppend[] | Rejected {
  if (isMember(organizationId, recipient, states)) return [];
  const known = recipientFor(organizationId, recipient, states);
  if (known?.standing === 'confirmed') return [];
  const quietUntilMs = (known?.lastAtMs ?? 0) + unsubscribedPauseMs;
  if (known?.standing === 'unsubscribed' && atMs < quietUntilMs) return unsubscribed(quietUntilMs);
  const { mailboxHash } = recipient;
  const mail = { kind: 'confirmations', by: organizationId, mailboxHash, atMs } as const;
  const counted = countMails(mail, states);
  if ('reason' in counted) return counted;
  const recipientId = recipientIdOf(organizationId, recipient);
  const confirmationId = uuidV5(id, 'confirmation') as ConfirmationId;
  const expiresAtMs = atMs + confirmationValidMs;
  const ids = { recipientId, organizationId, channelId, confirmationId };
  const data = { ...ids, target, expiresAtMs };
  const requested = { type: 'ChannelConfirmationRequested', data } as const;
  return [...counted, { stream: recipientStream(recipientId), facts: [requested] }];
}

const unsubscribed = (untilMs: number): Rejected =>
  reject(
    'address_unsubscribed',
    `the owner of this address unsubscribed; use another address, or ask again after ${dayOf(untilMs)}`,
  );
