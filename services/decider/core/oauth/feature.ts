import { allowGrant, allowGrantStreams } from './allow-grant.ts';
import { grants, grantTokens } from './grant.ts';
import { issueTokens, issueTokensStreams } from './issue-tokens.ts';
import { revokeGrant, revokeGrantStreams } from './revoke-grant.ts';

export const oauthFeature = {
  aggregates: [grants, grantTokens],
  deciders: {
    AllowGrant: { streams: allowGrantStreams, decide: allowGrant },
    IssueTokens: { streams: issueTokensStreams, decide: issueTokens },
    RevokeGrant: { streams: revokeGrantStreams, decide: revokeGrant },
  },
} as const;
