import type { EventOf } from '../../schemas/events/event.ts';
import type { Projection } from '../engine/projection.ts';
import {
  type ApiKeyEventType,
  type ApiKeyRow,
  apiKeyEventTypes,
  projectApiKey,
} from './api-key-row.ts';

/** By the SHA-256 of the key: what authentication looks up. */
export const apiKeys: Projection<ApiKeyRow, EventOf<ApiKeyEventType>> = {
  name: 'api-keys',
  version: 2,
  types: apiKeyEventTypes,
  keys: event => [event.data.hash],
  project: projectApiKey,
};
