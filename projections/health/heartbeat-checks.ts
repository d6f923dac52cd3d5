import type { EventOf } from '../../schemas/events/event.ts';
import type { HealthCheckId } from '../../schemas/health/ids.ts';
import type { OrganizationId } from '../../schemas/ids.ts';
import { uuidV5 } from '../../schemas/uuid.ts';
import type { Projection } from '../engine/projection.ts';

export type HeartbeatCheckRow = {
  readonly checkId: HealthCheckId;
  readonly intervalSeconds: number;
};

/** Keys of all checks of a service; its name may be longer than a key. */
export const heartbeatChecksOf = (organizationId: OrganizationId, serviceName: string): string =>
  `${organizationId}/${uuidV5(organizationId, serviceName)}/`;

type Read = 'HealthCheckCreated' | 'HealthCheckChanged' | 'HealthCheckDeleted';

/** The checks that wait for heartbeats, by service. */
export const heartbeatChecks: Projection<HeartbeatCheckRow, EventOf<Read>> = {
  name: 'heartbeat-checks',
  version: 1,
  types: new Set(['HealthCheckCreated', 'HealthCheckChanged', 'HealthCheckDeleted']),
  keys: event => {
    const { organizationId, checkId } = event.data;
    const serviceName =
      event.type === 'HealthCheckDeleted' ? event.data.serviceName : event.data.check.serviceName;
    return [`${heartbeatChecksOf(organizationId, serviceName)}${checkId}`];
  },
  project: (_, event) => {
    if (event.type === 'HealthCheckDeleted' || event.data.check.request !== undefined)
      return undefined;
    const { checkId, check } = event.data;
    return { checkId, intervalSeconds: check.intervalSeconds };
  },
};
