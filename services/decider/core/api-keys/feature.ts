import { apiKeys } from './api-key.ts';
import { revokeApiKey, revokeApiKeyStreams } from './revoke-api-key.ts';

export const apiKeysFeature = {
  aggregates: [apiKeys],
  deciders: {
    RevokeApiKey: { streams: revokeApiKeyStreams, decide: revokeApiKey },
  },
} as const;
