import { openNetworkLimit } from '../../../platform/http/network-limit.ts';
import type { BeforeBody } from '../../../platform/http/serve.ts';
import { oauthLimits } from '../../../schemas/oauth/limits.ts';

/** Limits by client network what remote clients ask without a key. */
export function openTokenLimits(now: () => number): Pick<BeforeBody, 'issueToken' | 'revokeToken'> {
  const { tokenRequestsPerHour: perHourMax } = oauthLimits;
  const { take } = openNetworkLimit({ perHourMax, now, counted: 'requests for tokens' });
  return { issueToken: take, revokeToken: take };
}
