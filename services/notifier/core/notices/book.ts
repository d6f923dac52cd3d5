import type { ChannelId, OrganizationId } from '../../../../schemas/ids.ts';
import { newOrganization, type Organization } from './organization.ts';
import { isBusy, newTarget, type Target } from './target.ts';

/** Everything that is known about notices, from the events alone. It changes in place. */
export type NoticeBook = {
  readonly organizations: Map<OrganizationId, Organization>;
  readonly targets: Map<string, Target>;
  /** Targets with something left to do. */
  readonly busy: Set<Target>;
};

export const newBook = (): NoticeBook => ({
  organizations: new Map(),
  targets: new Map(),
  busy: new Set(),
});

export function keepBusy(busy: NoticeBook['busy'], target: Target): void {
  if (isBusy(target)) busy.add(target);
  else busy.delete(target);
}

export function organizationOf({ organizations }: NoticeBook, id: OrganizationId): Organization {
  const organization = organizations.get(id) ?? newOrganization(id);
  organizations.set(id, organization);
  return organization;
}

/** A channel that a rule names and nobody knows was removed. */
export function targetOf(
  { targets }: NoticeBook,
  organizationId: OrganizationId,
  channelId: ChannelId | undefined,
): Target {
  const id = channelId ?? organizationId;
  const status = channelId === undefined ? 'none' : 'removed';
  const target = targets.get(id) ?? newTarget(id, organizationId, status, channelId);
  targets.set(id, target);
  return target;
}
