import type { Actor, EventOf } from '../../schemas/events/event.ts';
import type { OrganizationId, StreamName } from '../../schemas/ids.ts';
import type { VersionChange } from '../../schemas/versions/routes.ts';
import type { Projection } from '../engine/projection.ts';

/** The latest version of a resource. Versions of a row are kept, so those before are reads at the positions before it. */
export type VersionRow = {
  /** From 1. */
  readonly version: number;
  readonly change: VersionChange;
  /** Of one that was restored: the version that it equals. */
  readonly restoredFrom?: number;
  /** Of its event: the row of the resource at this position has the settings. */
  readonly position: number;
  readonly atMs: number;
  readonly actor: Actor;
};

/** Events that change the settings of a resource, each in the stream of the resource. */
const changes = {
  AlertRuleCreated: 'created',
  AlertRuleChanged: 'changed',
  AlertRuleToggled: 'changed',
  AlertRuleDeleted: 'deleted',
  SilenceStarted: 'created',
  SilenceChanged: 'changed',
  SilenceEnded: 'deleted',
  ChannelAdded: 'created',
  ChannelChanged: 'changed',
  ChannelRemoved: 'deleted',
  WebhookCreated: 'created',
  WebhookChanged: 'changed',
  WebhookDisabled: 'changed',
  WebhookDeleted: 'deleted',
  HealthCheckCreated: 'created',
  HealthCheckChanged: 'changed',
  HealthCheckDeleted: 'deleted',
  ApiKeyIssued: 'created',
  ApiKeyChanged: 'changed',
  ApiKeyRevoked: 'deleted',
} as const satisfies { readonly [type: string]: VersionChange };

type Type = keyof typeof changes;

export const versionKey = (organizationId: OrganizationId, stream: StreamName): string =>
  `${organizationId}/${stream}`;

/** By organization and stream; also of resources that were deleted. */
export const versions: Projection<VersionRow, EventOf<Type>> = {
  name: 'versions',
  version: 1,
  types: new Set(Object.keys(changes) as Type[]),
  keys: ({ data: { organizationId } }, { stream }) => [versionKey(organizationId, stream)],
  project: (row, { type, data, atMs, actor }, _, { position }) => {
    const restoredFrom = 'restoredFrom' in data ? data.restoredFrom : undefined;
    const isRestored = restoredFrom !== undefined;
    return {
      version: (row?.version ?? 0) + 1,
      change: isRestored ? 'restored' : changes[type],
      ...(isRestored && { restoredFrom }),
      position,
      atMs,
      actor,
    };
  },
};
