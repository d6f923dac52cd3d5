import type {
  AddressHash,
  ChannelId,
  KeyId,
  OrganizationId,
  Sealed,
  SessionId,
  UserId,
} from '../ids.ts';
import type { Json } from '../json.ts';
import type { KeyKind } from '../keys.ts';
import type { Plan } from '../quota.ts';

export type RequestRegistration = {
  readonly type: 'RequestRegistration';
  readonly data: {
    readonly sessionId: SessionId;
    readonly addressHash: AddressHash;
    readonly email: Sealed;
    readonly serviceName: string;
    readonly organizationName?: string;
    readonly source: string;
    readonly sourceMetadata: { readonly [key: string]: Json };
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
      readonly generatedName: string;
      readonly channelId: ChannelId;
      readonly email: Sealed;
      /** Absent in commands of before it could be set. */
      readonly plan?: Plan;
    };
  };
};

export type RevokeApiKey = {
  readonly type: 'RevokeApiKey';
  readonly data: { readonly keyId: KeyId };
};

export type AccountCommand = RequestRegistration | VerifyRegistration | RevokeApiKey;
