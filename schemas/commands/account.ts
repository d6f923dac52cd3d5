import type {
  AddressHash,
  ChannelId,
  KeyId,
  MailboxHash,
  OrganizationId,
  Sealed,
  SessionId,
  UserId,
} from '../ids.ts';
import type { KeyKind } from '../keys.ts';
import type { Personal } from '../personal.ts';
import type { Plan } from '../quota.ts';

export type RequestRegistration = {
  readonly type: 'RequestRegistration';
  readonly data: {
    readonly sessionId: SessionId;
    readonly addressHash: AddressHash;
    /** Absent in commands of version 1. */
    readonly mailboxHash?: MailboxHash;
    readonly email: Sealed;
    readonly serviceName: string;
    readonly displayName?: Personal;
    readonly source: string;
    readonly metadata?: Personal;
    readonly codeMac: string;
  };
};

export type VerifyRegistration = {
  readonly type: 'VerifyRegistration';
  readonly data: {
    readonly sessionId: SessionId;
    readonly addressHash: AddressHash;
    readonly codeMac: string;
    readonly apiKey: {
      readonly id: KeyId;
      readonly kind: KeyKind;
      readonly hash: string;
      readonly hint: string;
    };
    /** Used when the address has no user yet; a known address keeps its own. */
    readonly ifNew: {
      readonly userId: UserId;
      readonly organizationId: OrganizationId;
      /** Sealed for the organization; in commands of version 1 a generated name in clear. */
      readonly displayName: Personal;
      readonly channelId: ChannelId;
      readonly email: Sealed;
      /** Absent in commands of before it could be set. */
      readonly plan?: Plan;
    };
    /** What the client said of the source, sealed for the organization that its sender expects. */
    readonly described?: { readonly organizationId: OrganizationId; readonly metadata: Sealed };
  };
};

export type RevokeApiKey = {
  readonly type: 'RevokeApiKey';
  readonly data: { readonly keyId: KeyId };
};

export type AccountCommand = RequestRegistration | VerifyRegistration | RevokeApiKey;
