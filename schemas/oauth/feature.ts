import { feature } from '../feature.ts';
import type { GrantCommand } from './commands.ts';
import type { GrantEvent } from './events.ts';
import { oauthRoutes } from './routes.ts';

export const oauth = feature<GrantCommand, GrantEvent>()({
  area: 'Sign-in of remote clients',
  commands: { AllowGrant: true, IssueTokens: true, RevokeGrant: true },
  events: { GrantAllowed: true, GrantTokensIssued: true, GrantRevoked: true },
  rejections: { invalid_grant: 400, grant_unknown: 404 },
  routes: oauthRoutes,
});
