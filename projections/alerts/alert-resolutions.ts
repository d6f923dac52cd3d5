import type { AlertId } from '../../schemas/alerts/ids.ts';
import type { EventOf } from '../../schemas/events/event.ts';
import type { OrganizationId } from '../../schemas/ids.ts';
import type { Projection } from '../engine/projection.ts';
import { alertHistoryMs, newestFirst } from './alert-history.ts';

export type AlertResolutionRow = { readonly alertId: AlertId; readonly resolvedAtMs: number };

export const resolutionsOf = (id: OrganizationId): string => `${id}/`;

/** Alerts in the order in which they ended, by organization, the latest first: how many ended in a day is a range. */
export const alertResolutions: Projection<AlertResolutionRow, EventOf<'AlertResolved'>> = {
  name: 'alert-resolutions',
  version: 1,
  types: new Set(['AlertResolved']),
  keys: ({ data: { organizationId, alertId }, atMs }) => [
    `${resolutionsOf(organizationId)}${newestFirst(atMs)}/${alertId}`,
  ],
  project: (_, { data: { alertId }, atMs }) => ({ alertId, resolvedAtMs: atMs }),
  retention: { ms: alertHistoryMs, endedAtMs: ({ resolvedAtMs }) => resolvedAtMs },
};
