declare const brand: unique symbol;
export type Brand<Value, Name extends string> = Value & { readonly [brand]: Name };

export type OrganizationId = Brand<string, 'OrganizationId'>;
export type UserId = Brand<string, 'UserId'>;
export type KeyId = Brand<string, 'KeyId'>;
export type ChannelId = Brand<string, 'ChannelId'>;
/** One registration or sign-in, from the first request to its end; clients call it `session_id`. */
export type SessionId = Brand<string, 'SessionId'>;
export type CommandId = Brand<string, 'CommandId'>;
export type EventId = Brand<string, 'EventId'>;
/** Keyed hash of a normalised mail address: 64 hex digits. */
export type AddressHash = Brand<string, 'AddressHash'>;
/** Keyed hash of the mailbox behind an address: addresses that differ in a plus tag share it. 64 hex digits. */
export type MailboxHash = Brand<string, 'MailboxHash'>;
/** A value that only the keyring can read. */
export type Sealed = Brand<string, 'Sealed'>;
/** `<category>-<id>`, for example `api-key-6f1c…`. */
export type StreamName = Brand<string, 'StreamName'>;

export const organizationId = (value: string): OrganizationId => value as OrganizationId;
export const userId = (value: string): UserId => value as UserId;
export const keyId = (value: string): KeyId => value as KeyId;
export const channelId = (value: string): ChannelId => value as ChannelId;
export const sessionId = (value: string): SessionId => value as SessionId;
export const commandId = (value: string): CommandId => value as CommandId;
export const eventId = (value: string): EventId => value as EventId;
export const addressHash = (value: string): AddressHash => value as AddressHash;
export const mailboxHash = (value: string): MailboxHash => value as MailboxHash;
export const sealed = (value: string): Sealed => value as Sealed;

/** The stream of one thing. A stream that only one feature names is made in that feature's folder. */
export const stream = (category: string, id: string): StreamName =>
  `${category}-${id}` as StreamName;
/** A name that somebody typed; there need not be such a stream. */
export const streamName = (value: string): StreamName => value as StreamName;
export const registrationStream = (id: SessionId): StreamName => stream('registration', id);
export const sessionStream = (id: SessionId): StreamName => stream('session', id);
export const addressStream = (hash: AddressHash): StreamName => stream('address', hash);
export const mailboxStream = (hash: MailboxHash): StreamName => stream('mailbox', hash);
export const organizationStream = (id: OrganizationId): StreamName => stream('organization', id);
export const apiKeyStream = (id: KeyId): StreamName => stream('api-key', id);
export const subscriptionStream = (id: OrganizationId): StreamName => stream('subscription', id);
export const channelStream = (id: ChannelId): StreamName => stream('channel', id);
export const commandStream = (id: CommandId): StreamName => stream('command', id);
/** `target`: a webhook, a channel, or `mail` for mails to a person. */
export const deliveriesStream = (target: string): StreamName => stream('deliveries', target);

/** The organization of rows that are bookkeeping, not data; no key belongs to it, so no query can name it. */
export const nilOrganization = organizationId('00000000-0000-0000-0000-000000000000');

/** The organization of the canary. No id that is generated is like it, so it is no customer's: it has no key, no members and no subscription. */
export const canaryOrganization = organizationId('00000000-0000-0000-0000-000000000001');
