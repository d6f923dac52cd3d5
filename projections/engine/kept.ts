import type { RecordedEvent } from '../../platform/event-store/port.ts';
import type { DomainEvent } from '../../schemas/events/event.ts';
import { organizationOf } from '../../schemas/events/organization-of.ts';
import { erasures } from '../organizations/erasures.ts';
import type { Batch, Group } from './batch-groups.ts';
import type { LiveProjections } from './instance/live-projections.ts';
import type { Reads } from './read/reads.ts';

/** Leaves out the events of organizations that are to be erased, except those that say so. */
export type Kept = (events: readonly RecordedEvent[]) => readonly RecordedEvent[];

/** The store may give events of an erased organization for long: KurrentDB does until it is scavenged. */
export function openKept(folds: LiveProjections, reads: Reads): Kept {
  return events => {
    if (folds.find(erasures.name) === undefined) return events;
    if (reads.list(erasures, { limit: 1 }).length === 0) return events;
    return events.filter(({ event }) => {
      const organization = organizationOf(event);
      if (organization === undefined || isOfErasure(event)) return true;
      return reads.get(erasures, organization) === undefined;
    });
  };
}

const isOfErasure = ({ type }: DomainEvent): boolean =>
  type === 'OrganizationErasureRequested' || type === 'OrganizationErased';

/** Groups without those events. */
export async function* keptOf(group: Group, kept: Kept): AsyncIterable<Batch> {
  for await (const { events, position } of group) yield { events: kept(events), position };
}
