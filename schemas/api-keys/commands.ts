import type { KeyId } from '../ids.ts';
import type { Restoring } from '../versions/restored.ts';
import type { KeyKind } from './kinds.ts';
import type { KeyRestrictions } from './restrictions.ts';

/** A new key without its text: that follows from the id of the command. */
export type NewKey = {
  readonly id: KeyId;
  /** SHA-256 of the key, hex. */
  readonly hash: string;
  readonly hint: string;
};

export type IssueApiKey = {
  readonly type: 'IssueApiKey';
  readonly data: {
    readonly key: NewKey;
    readonly kind: KeyKind;
    readonly name: string;
    readonly serviceName: string;
    readonly restrictions: KeyRestrictions;
    readonly expiresAtMs?: number;
  };
};

/** `null` takes a restriction away; what is absent stays. */
export type KeyChange = {
  readonly [Field in keyof KeyRestrictions]?: KeyRestrictions[Field] | null;
} & { readonly name?: string };

export type ChangeApiKey = {
  readonly type: 'ChangeApiKey';
  readonly data: { readonly keyId: KeyId; readonly change: KeyChange };
};

/** Name and restrictions of the key as they were in the version. */
export type RestoreApiKey = {
  readonly type: 'RestoreApiKey';
  readonly data: Restoring & {
    readonly keyId: KeyId;
    readonly name?: string;
    readonly restrictions: KeyRestrictions;
  };
};

export type RotateApiKey = {
  readonly type: 'RotateApiKey';
  readonly data: {
    readonly keyId: KeyId;
    readonly successor: NewKey;
    readonly overlapMs: number;
  };
};

export type RevokeApiKey = {
  readonly type: 'RevokeApiKey';
  readonly data: { readonly keyId: KeyId };
};

export type ApiKeyCommand =
  | IssueApiKey
  | ChangeApiKey
  | RestoreApiKey
  | RotateApiKey
  | RevokeApiKey;
