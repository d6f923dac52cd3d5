import { feature } from '../feature.ts';
import type { ApiKeyCommand } from './commands.ts';
import type { ApiKeyEvent } from './events.ts';
import { apiKeyRoutes } from './routes.ts';

export const apiKeys = feature<ApiKeyCommand, ApiKeyEvent>()({
  area: 'API keys',
  commands: {
    IssueApiKey: true,
    ChangeApiKey: true,
    RestoreApiKey: true,
    RotateApiKey: true,
    RevokeApiKey: true,
  },
  events: { ApiKeyIssued: true, ApiKeyChanged: true, ApiKeyRotated: true, ApiKeyRevoked: true },
  rejections: {
    api_key_unknown: 404,
    api_key_already_revoked: 409,
    api_key_already_rotated: 409,
    api_key_expired: 409,
    origins_required: 400,
  },
  routes: apiKeyRoutes,
});
