import { randomUUID } from 'node:crypto';
import type { RequestRegistration, VerifyRegistration } from '../../schemas/accounts/commands.ts';
import type { RevokeApiKey } from '../../schemas/api-keys/commands.ts';
import type { RecordParking, RecordQuota, SetOverQuota } from '../../schemas/billing/commands.ts';
import { monthOf } from '../../schemas/billing/month.ts';
import { type CommandOf, commandVersion } from '../../schemas/commands/command.ts';
import {
  addressHash,
  apiKeyStream,
  channelId,
  commandId,
  keyId,
  mailboxHash,
  mailboxStream,
  organizationId,
  organizationStream,
  type SessionId,
  type StreamName,
  sealed,
  sessionId,
  subscriptionStream,
  userId,
} from '../../schemas/ids.ts';
import type {
  ConcludeErasure,
  EraseOrganization,
  RenameOrganization,
} from '../../schemas/organizations/commands.ts';
import { erasureStream } from '../../schemas/organizations/erasure.ts';

export const address = addressHash('a'.repeat(64));
export const mailbox = mailboxHash('b'.repeat(64));
export const session = sessionId('5e551000-0000-4000-8000-000000000001');

export const envelope = (stream: StreamName, atMs: number) => ({
  id: commandId(randomUUID()),
  version: commandVersion,
  stream,
  atMs,
  correlationId: 'test',
  actor: 'test',
  requestHash: 'request',
});

export const requestRegistration = (
  data: Partial<RequestRegistration['data']> = {},
  atMs = 0,
): CommandOf<'RequestRegistration'> => ({
  type: 'RequestRegistration',
  data: {
    sessionId: session,
    addressHash: address,
    mailboxHash: mailbox,
    email: sealed('sealed for the registration'),
    serviceName: 'checkout',
    source: 'cli',
    codeMac: 'right',
    ...data,
  },
  ...envelope(mailboxStream(data.mailboxHash ?? mailbox), atMs),
});

/** Ids that are new follow from `name`. */
export function verifyRegistration(
  data: Partial<VerifyRegistration['data']> = {},
  atMs = 0,
  name = '1',
): CommandOf<'VerifyRegistration'> {
  const uuid = (kind: string) => `${kind}-0000-4000-8000-${name.padStart(12, '0')}`;
  return {
    type: 'VerifyRegistration',
    data: {
      sessionId: session,
      addressHash: address,
      codeMac: 'right',
      apiKey: {
        id: keyId(uuid('a0000000')),
        kind: 'live',
        hash: `hash ${name}`,
        hint: 'abcd',
      },
      ifNew: {
        userId: userId(uuid('b0000000')),
        organizationId: organizationId(uuid('c0000000')),
        displayName: { sealed: sealed('name sealed for the organization') },
        channelId: channelId(uuid('d0000000')),
        email: sealed('sealed for the organization'),
      },
      ...data,
    },
    ...envelope(mailboxStream(mailbox), atMs),
  };
}

export const revokeApiKey = (
  id: RevokeApiKey['data']['keyId'],
  atMs = 0,
): CommandOf<'RevokeApiKey'> => ({
  type: 'RevokeApiKey',
  data: { keyId: id },
  ...envelope(apiKeyStream(id), atMs),
});

export const another = (n: number): SessionId =>
  sessionId(`5e551000-0000-4000-8000-${String(n).padStart(12, '0')}`);

export const recordQuota = (
  data: Pick<RecordQuota['data'], 'organizationId'> & Partial<RecordQuota['data']>,
  atMs = 0,
): CommandOf<'RecordQuota'> => ({
  type: 'RecordQuota',
  data: { month: monthOf(atMs), traces: 0, bytes: 0, isFinal: false, ...data },
  ...envelope(subscriptionStream(data.organizationId), atMs),
});

export const setOverQuota = (data: SetOverQuota['data']): CommandOf<'SetOverQuota'> => ({
  type: 'SetOverQuota',
  data,
  ...envelope(subscriptionStream(data.organizationId), 0),
});

export const recordParking = (data: RecordParking['data']): CommandOf<'RecordParking'> => ({
  type: 'RecordParking',
  data,
  ...envelope(subscriptionStream(data.organizationId), 0),
});

export const renameOrganization = (
  data: RenameOrganization['data'],
): CommandOf<'RenameOrganization'> => ({
  type: 'RenameOrganization',
  data,
  ...envelope(organizationStream(data.organizationId), 0),
});

export const eraseOrganization = (
  data: EraseOrganization['data'],
): CommandOf<'EraseOrganization'> => ({
  type: 'EraseOrganization',
  data,
  ...envelope(erasureStream(data.organizationId), 0),
});

export const concludeErasure = (data: ConcludeErasure['data']): CommandOf<'ConcludeErasure'> => ({
  type: 'ConcludeErasure',
  data,
  ...envelope(erasureStream(data.organizationId), 0),
});
