import type { OrganizationId, UserId } from '../ids.ts';
import type { AllowGrant } from './commands.ts';
import type { GrantId } from './grant-id.ts';

type OfGrant = {
  readonly grantId: GrantId;
  readonly organizationId: OrganizationId;
  readonly userId: UserId;
};

export type GrantAllowed = {
  readonly type: 'GrantAllowed';
  readonly data: Pick<OfGrant, 'organizationId'> &
    AllowGrant['data'] & {
      /** From this instant on the code is refused. */
      readonly codeExpiresAtMs: number;
    };
};

export type GrantTokensIssued = {
  readonly type: 'GrantTokensIssued';
  readonly data: OfGrant & {
    readonly accessHash: string;
    readonly accessExpiresAtMs: number;
    readonly refreshHash: string;
    readonly refreshExpiresAtMs: number;
  };
};

/** `code_reused`, `refresh_reused`: somebody else may have it, so nobody keeps what came of it. */
export type RevocationReason = 'person' | 'client' | 'code_reused' | 'refresh_reused';

export type GrantRevoked = {
  readonly type: 'GrantRevoked';
  readonly data: OfGrant & { readonly reason: RevocationReason };
};

export type GrantEvent = GrantAllowed | GrantTokensIssued | GrantRevoked;
