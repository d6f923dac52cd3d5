import type { ResponseOf } from '../../../../schemas/http/routes.ts';
import {
  alertLink,
  anomalyLink,
  checksLink,
  errorLink,
  type PageLink,
  serviceLink,
} from '../../links.ts';
import type { Tone } from '../../ui/badge.tsx';

export type Item = ResponseOf<'listTriageItems'>['items'][number];

/** Who opens the items of health checks, which have the type `alert` and are no alerts of a rule. */
const ofChecks = 'monitor';

/** The page of what an item is about, by who opened it; undefined where there is none. */
export function thingLink(
  { entity_type, entity_id, service_name }: Item,
  openedBy: string | undefined,
): PageLink | undefined {
  // Of a check, an item names the outage and the service.
  if (entity_type === 'alert')
    return openedBy === ofChecks ? checksLink(service_name) : alertLink(entity_id);
  if (entity_type === 'anomaly') return anomalyLink(entity_id);
  if (entity_type === 'error') return errorLink(entity_id);
  return service_name === '' ? undefined : serviceLink(service_name);
}

export const tones: Readonly<Record<Item['status'], Tone>> = {
  open: 'warning',
  acknowledged: 'accent',
  investigating: 'accent',
  snoozed: 'muted',
  resolved: 'ok',
};
