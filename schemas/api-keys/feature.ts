import { feature } from '../feature.ts';
import type { ApiKeyCommand } from './commands.ts';
import type { ApiKeyEvent } from './events.ts';
import { apiKeyRoutes } from './routes.ts';

export const apiKeys = feature<ApiKeyCommand, ApiKeyEvent>()({
  area: 'API keys',
  commands: { RevokeApiKey: true },
  events: { ApiKeyIssued: true, ApiKeyRevoked: true },
  rejections: { api_key_unknown: 404, api_key_already_revoked: 409 },
  routes: apiKeyRoutes,
});
