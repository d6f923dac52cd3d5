import type { ChannelId, OrganizationId } from '../../../../schemas/ids.ts';
import { type Packed, pack, unpack } from '../packed.ts';
import { newOrganization, type Organization } from './organization.ts';
import { isBusy, newTarget, type Target } from './target.ts';

/** Everything that is known about notices, from the events alone. It changes in place. */
export type NoticeBook = {
  readonly organizations: Map<OrganizationId, Organization>;
  readonly targets: Map<string, Target>;
  /** Targets with something left to do. */
  readonly busy: Set<Target>;
  /** Keys of rows: of organizations and targets. */
  readonly changed: Set<string>;
};

export const newBook = (): NoticeBook => ({
  organizations: new Map(),
  targets: new Map(),
  busy: new Set(),
  changed: new Set(),
});

/** Also notes that the target changed. */
export function keepBusy({ busy, changed }: NoticeBook, target: Target): void {
  changed.add(`target/${target.id}`);
  if (isBusy(target)) busy.add(target);
  else busy.delete(target);
}

/** To be changed. */
export function organizationOf(book: NoticeBook, id: OrganizationId): Organization {
  const organization = book.organizations.get(id) ?? newOrganization(id);
  book.organizations.set(id, organization);
  book.changed.add(`organization/${id}`);
  return organization;
}

/** To be changed. A channel that a rule names and nobody knows was removed. */
export function targetOf(
  { targets, changed }: NoticeBook,
  organizationId: OrganizationId,
  channelId: ChannelId | undefined,
): Target {
  const id = channelId ?? organizationId;
  const status = channelId === undefined ? 'none' : 'removed';
  const target = targets.get(id) ?? newTarget(id, organizationId, status, channelId);
  targets.set(id, target);
  changed.add(`target/${id}`);
  return target;
}

export function noticeRow({ organizations, targets }: NoticeBook, key: string): Packed | undefined {
  const [kind, id] = key.split('/');
  const one = kind === 'target' ? targets.get(id ?? '') : organizations.get(id as OrganizationId);
  return one && pack(one);
}

export function restoreNoticeRow(book: NoticeBook, key: string, row: Packed): void {
  if (key.startsWith('organization/')) {
    const organization = unpack<Organization>(row);
    book.organizations.set(organization.id, organization);
    return;
  }
  const target = unpack<Target>(row);
  book.targets.set(target.id, target);
  if (isBusy(target)) book.busy.add(target);
}
