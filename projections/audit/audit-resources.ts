import { createHash } from 'node:crypto';
import type { EventType } from '../../schemas/events/event.ts';
import type { OrganizationId, StreamName } from '../../schemas/ids.ts';
import type { Json } from '../../schemas/json.ts';
import type { Projection } from '../engine/projection.ts';
import { isAudited } from './audit.ts';

/** Fields of a resource as its events gave them. */
export type ResourceFields = { readonly [field: string]: Json | undefined };

/** Hashed, since the name of a stream may be nearly as long as a key. */
export const auditResourceKey = (organizationId: OrganizationId, stream: StreamName): string =>
  createHash('sha256').update(`${organizationId}/${stream}`).digest('hex');

/** What an event says by its type alone. */
const implied: { readonly [Type in EventType]?: ResourceFields } = {
  ApiKeyIssued: { revoked: false },
  ApiKeyRevoked: { revoked: true },
};

/**
 * By organization and stream, the fields after each event: the latest value of every field of its events.
 * Versions of a row are kept, so the state before an event is a read at the position before it.
 */
export const auditResources: Projection<ResourceFields> = {
  name: 'audit-resources',
  version: 2,
  types: 'all',
  keys: ({ organizationId }, { stream }) =>
    organizationId === undefined || !isAudited(stream)
      ? []
      : [auditResourceKey(organizationId, stream)],
  project: (row, { type, data }) => ({ ...row, ...(data as ResourceFields), ...implied[type] }),
};
