import type { Actor, EventType } from '../../schemas/events/event.ts';
import {
  type CommandId,
  deliveriesStream,
  type EventId,
  type OrganizationId,
  type StreamName,
  stream,
} from '../../schemas/ids.ts';
import type { Projection } from '../engine/projection.ts';

export type AuditRow = {
  readonly id: EventId;
  readonly position: number;
  readonly recordedAtMs: number;
  readonly stream: StreamName;
  readonly type: EventType;
  readonly actor: Actor;
  readonly causationId: CommandId | EventId;
  readonly correlationId: string;
};

export const auditPrefix = (organizationId: OrganizationId): string => `${organizationId}/`;

const unaudited = [
  deliveriesStream(''),
  stream('mail-counts', ''),
  stream('erasure', ''),
  stream('grant-tokens', ''),
];

const digits = String(Number.MAX_SAFE_INTEGER).length;

/** Later positions come first, so a page of the newest is a range read. */
export const newestFirst = (position: number): string =>
  String(Number.MAX_SAFE_INTEGER - position).padStart(digits, '0');

export const auditKey = (organizationId: OrganizationId, position: number): string =>
  auditPrefix(organizationId) + newestFirst(position);

/**
 * What is sent to channels, webhooks and people is read there: it is no change of anything, and there is a lot of it. Counts of
 * a mailbox are about other organizations too, and nobody is left to read of an erasure.
 */
export const isAudited = (name: StreamName): boolean =>
  !unaudited.some(prefix => name.startsWith(prefix));

/** One row for each other event of an organization; `auditResources` holds what the event changed. */
export const audit: Projection<AuditRow> = {
  name: 'audit',
  version: 2,
  types: 'all',
  keys: ({ organizationId }, { position, stream }) =>
    organizationId === undefined || !isAudited(stream) ? [] : [auditKey(organizationId, position)],
  project: (_, { id, type, actor, causationId, correlationId }, _key, recorded) => ({
    id,
    type,
    actor,
    causationId,
    correlationId,
    position: recorded.position,
    recordedAtMs: recorded.recordedAtMs,
    stream: recorded.stream,
  }),
};
