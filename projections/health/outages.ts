import { dayMs } from '../../schemas/durations.ts';
import type { EventOf } from '../../schemas/events/event.ts';
import type { HealthCheckId, OutageId } from '../../schemas/health/ids.ts';
import type { OrganizationId } from '../../schemas/ids.ts';
import type { Projection } from '../engine/projection.ts';

/** From the first failure of a check to its recovery. */
export type OutageRow = {
  readonly outageId: OutageId;
  readonly checkId: HealthCheckId;
  readonly checkName: string;
  readonly serviceName: string;
  readonly failedAtMs: number;
  /** Of the first failure. */
  readonly error: string;
  /** Absent while it lasts, and when nobody looks at the check any more. */
  readonly recoveredAtMs?: number;
};

/** As long as the history of alerts. */
const outagesKeptMs = 396 * dayMs;

export const outageKey = (organizationId: OrganizationId, id: OutageId): string =>
  `${organizationId}/${id}`;

/** By organization and outage. */
export const outages: Projection<
  OutageRow,
  EventOf<'HealthCheckFailed' | 'HealthCheckRecovered'>
> = {
  name: 'outages',
  version: 1,
  types: new Set(['HealthCheckFailed', 'HealthCheckRecovered']),
  keys: ({ data: { organizationId, outageId } }) => [outageKey(organizationId, outageId)],
  project: (row, { type, data }) => {
    if (type === 'HealthCheckRecovered') return row && { ...row, recoveredAtMs: data.checkedAtMs };
    const { outageId, checkId, checkName, serviceName, checkedAtMs, error } = data;
    return { outageId, checkId, checkName, serviceName, failedAtMs: checkedAtMs, error };
  },
  retention: {
    ms: outagesKeptMs,
    endedAtMs: ({ failedAtMs, recoveredAtMs = failedAtMs }) => recoveredAtMs,
  },
};
