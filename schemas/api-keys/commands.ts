import type { KeyId } from '../ids.ts';

export type RevokeApiKey = {
  readonly type: 'RevokeApiKey';
  readonly data: { readonly keyId: KeyId };
};

export type ApiKeyCommand = RevokeApiKey;
