import { apiKeys } from './api-keys.ts';
import { channels } from './channels.ts';
import { commandResults } from './command-results.ts';
import { deliveryState } from './delivery-state.ts';
import { eventClock } from './event-clock.ts';
import { integrations } from './integrations.ts';
import { organizations } from './organizations.ts';
import type { Projection } from './projection.ts';
import { registrations } from './registrations.ts';
import { subscriptions } from './subscriptions.ts';
import { users } from './users.ts';

/** Every projection there is. A process runs those that its roles read. */
export const allProjections: readonly Projection[] = [
  apiKeys,
  channels,
  commandResults,
  deliveryState,
  eventClock,
  integrations,
  organizations,
  registrations,
  subscriptions,
  users,
];
