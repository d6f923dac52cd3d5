import { type AuditKind, auditKindNames, auditKinds } from '../../schemas/audit/kinds.ts';
import type { OrganizationId, StreamName } from '../../schemas/ids.ts';
import type { Projection } from '../engine/projection.ts';
import type { DomainState } from '../engine/read/history.ts';
import { isAudited, newestFirst } from './audit.ts';
import { streamParts } from './stream-parts.ts';

export type AuditKindRow = { readonly position: number };

const kindOfType = new Map<string, AuditKind>(
  auditKindNames.flatMap(kind => auditKinds[kind].map(type => [type, kind] as const)),
);

export const kindOf = (stream: StreamName): AuditKind | undefined =>
  kindOfType.get(streamParts(stream).type);

export const auditKindPrefix = (organizationId: OrganizationId, kind: AuditKind): string =>
  `${organizationId}/${kind}/`;

export const auditKindKey = (
  organizationId: OrganizationId,
  kind: AuditKind,
  position: number,
): string => auditKindPrefix(organizationId, kind) + newestFirst(position);

/** The events of the audit log by organization and kind, the newest first, so that the rest of the log is not read for them. */
export const auditByKind: Projection<AuditKindRow> = {
  name: 'audit-kinds',
  version: 1,
  types: 'all',
  keys: ({ organizationId }, { position, stream }) => {
    if (organizationId === undefined || !isAudited(stream)) return [];
    const kind = kindOf(stream);
    return kind === undefined ? [] : [auditKindKey(organizationId, kind, position)];
  },
  project: (_, __, ___, { position }) => ({ position }),
};

/** Position of the latest event of these kinds; -1 before the first. */
export function latestOfKinds(
  organizationId: OrganizationId,
  kinds: readonly AuditKind[],
  { list }: Pick<DomainState, 'list'>,
): number {
  const latest = kinds.map(kind => {
    const [newest] = list(auditByKind, { prefix: auditKindPrefix(organizationId, kind), limit: 1 });
    return newest?.row.position ?? -1;
  });
  return Math.max(-1, ...latest);
}
