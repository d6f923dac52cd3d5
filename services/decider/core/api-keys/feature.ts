import { apiKeys } from './api-key.ts';
import { changeApiKey, changeApiKeyStreams, restoreApiKey } from './change-api-key.ts';
import { issueApiKey, issueApiKeyStreams } from './issue-api-key.ts';
import { revokeApiKey, revokeApiKeyStreams } from './revoke-api-key.ts';
import { rotateApiKey, rotateApiKeyStreams } from './rotate-api-key.ts';

export const apiKeysFeature = {
  aggregates: [apiKeys],
  deciders: {
    IssueApiKey: { streams: issueApiKeyStreams, decide: issueApiKey },
    ChangeApiKey: { streams: changeApiKeyStreams, decide: changeApiKey },
    RestoreApiKey: { streams: changeApiKeyStreams, decide: restoreApiKey },
    RotateApiKey: { streams: rotateApiKeyStreams, decide: rotateApiKey },
    RevokeApiKey: { streams: revokeApiKeyStreams, decide: revokeApiKey },
  },
} as const;
