import { isReported } from '../../domain/health/check.ts';
import { windowsAfter } from '../../domain/health/maintenance.ts';
import type { EventOf } from '../../schemas/events/event.ts';
import type { HealthCheck, KeptWindow } from '../../schemas/health/check.ts';
import type { HealthEvent } from '../../schemas/health/events.ts';
import type { HealthCheckId } from '../../schemas/health/ids.ts';
import { healthCheckId, healthCheckStream } from '../../schemas/health/ids.ts';
import type { OrganizationId, Sealed } from '../../schemas/ids.ts';
import type { Projection } from '../engine/projection.ts';
import type { Limited, Resource } from '../engine/resource.ts';

type Outage = { readonly isUnhealthy: boolean; readonly failedAtMs: number };

export type HealthTransition = {
  readonly offset: number;
  readonly step: number;
  readonly checkedAtMs: number;
  /** In a row. */
  readonly failures: number;
  /** Empty: it passed. */
  readonly error: string;
};

export type HealthCheckRow = {
  readonly checkId: HealthCheckId;
  readonly organizationId: OrganizationId;
  readonly version: number;
  readonly check: HealthCheck;
  /** Headers and body of its request. */
  readonly requestSealed?: Sealed;
  /** When its schedule began. */
  readonly scheduledFromMs: number;
  /** While it fails. */
  readonly outage?: Outage;
  /** With which its version began. */
  readonly outageBefore?: Outage;
  /** The sample of the last transition, and what it says. */
  readonly transition?: HealthTransition;
  readonly windows: readonly KeptWindow[];
  readonly createdAtMs: number;
  readonly changedAtMs: number;
};

export const healthCheckKey = (organizationId: OrganizationId, id: HealthCheckId | ''): string =>
  `${organizationId}/${id}`;

/** By organization and check; without those that were deleted. */
export const healthChecks: Projection<HealthCheckRow, EventOf<HealthEvent['type']>> = {
  name: 'health-checks',
  version: 3,
  types: new Set([
    'HealthCheckCreated',
    'HealthCheckChanged',
    'HealthCheckDeleted',
    'HealthCheckFailed',
    'HealthCheckBecameUnhealthy',
    'HealthCheckRecovered',
    'MaintenanceDeclared',
    'MaintenanceRemoved',
  ]),
  keys: ({ data }) => [healthCheckKey(data.organizationId, data.checkId)],
  project: (row, event) => {
    if (event.type === 'HealthCheckCreated') return createdCheck(event);
    return row === undefined || event.type === 'HealthCheckDeleted' ? undefined : after(row, event);
  },
};

export const createdCheck = ({
  data,
  atMs,
}: Pick<EventOf<'HealthCheckCreated'>, 'data' | 'atMs'>): HealthCheckRow => ({
  ...settingsOf(data),
  scheduledFromMs: atMs,
  windows: [],
  createdAtMs: atMs,
  changedAtMs: atMs,
});

/** What a check does not report, is no outage. */
export function changedCheck(
  { requestSealed: _, outageBefore: __, outage, ...row }: HealthCheckRow,
  { data, atMs }: Pick<EventOf<'HealthCheckChanged'>, 'data' | 'atMs'>,
): HealthCheckRow {
  const isKept = outage !== undefined && isReported(data.check);
  return {
    ...row,
    ...settingsOf(data),
    ...(isKept && { outage, outageBefore: outage }),
    scheduledFromMs: atMs,
    changedAtMs: atMs,
  };
}

const settingsOf = ({ restoredFrom: _, ...check }: EventOf<'HealthCheckCreated'>['data']) => check;

type Later = Exclude<HealthEvent['type'], 'HealthCheckCreated' | 'HealthCheckDeleted'>;

function after(row: HealthCheckRow, event: EventOf<Later>): HealthCheckRow {
  const { outage, ...healthy } = row;
  switch (event.type) {
    case 'HealthCheckChanged':
      return changedCheck(row, event);
    case 'HealthCheckFailed': {
      const failing = { isUnhealthy: false, failedAtMs: event.data.checkedAtMs };
      return { ...row, outage: failing, transition: transitionOf(event, { failures: 1 }) };
    }
    case 'HealthCheckBecameUnhealthy': {
      const failedAtMs = outage?.failedAtMs ?? event.data.checkedAtMs;
      const transition = transitionOf(event, event.data);
      return { ...row, outage: { isUnhealthy: true, failedAtMs }, transition };
    }
    case 'HealthCheckRecovered':
      return { ...healthy, transition: transitionOf(event, { failures: 0 }) };
    case 'MaintenanceDeclared':
    case 'MaintenanceRemoved':
      return { ...row, windows: windowsAfter(row.windows, event) };
  }
}

const transitionOf = (
  { data }: EventOf<'HealthCheckFailed' | 'HealthCheckBecameUnhealthy' | 'HealthCheckRecovered'>,
  { failures }: { readonly failures: number },
): HealthTransition => ({
  offset: data.offset,
  step: data.step ?? 0,
  checkedAtMs: data.checkedAtMs,
  failures,
  error: 'error' in data ? data.error : '',
});

export const healthCheckResource: Resource<HealthCheckRow, HealthCheckId> & Limited = {
  name: 'health check',
  id: healthCheckId,
  stream: healthCheckStream,
  projection: healthChecks,
  key: healthCheckKey,
  limit: 1_000,
};
