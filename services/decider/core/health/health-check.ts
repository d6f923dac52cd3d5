import { isReported } from '../../../../domain/health/check.ts';
import { windowsAfter } from '../../../../domain/health/maintenance.ts';
import type { EventOf } from '../../../../schemas/events/event.ts';
import type { HealthCheck, KeptWindow } from '../../../../schemas/health/check.ts';
import type { HealthEvent } from '../../../../schemas/health/events.ts';
import {
  type HealthCheckId,
  healthCheckStream,
  type OutageId,
} from '../../../../schemas/health/ids.ts';
import type { OrganizationId, Sealed } from '../../../../schemas/ids.ts';
import { aggregate, type States, stateOf } from '../aggregate.ts';
import type { Rejected } from '../decision.ts';
import { known, unknown } from '../known.ts';

export type Outage = {
  readonly outageId: OutageId;
  readonly isUnhealthy: boolean;
  readonly failedAtMs: number;
};

export type HealthCheckState = {
  readonly kind: 'health-check';
  readonly organizationId: OrganizationId;
  readonly version: number;
  readonly check: HealthCheck;
  readonly requestSealed?: Sealed;
  readonly isDeleted: boolean;
  /** While it fails. */
  readonly outage?: Outage;
  /** Of the sample of the last transition; -1: there was none. */
  readonly offset: number;
  readonly step?: number;
  readonly windows: readonly KeptWindow[];
};

/** A check may fail and recover any number of times: each event carries the state. */
export const healthChecks = aggregate<HealthCheckState, HealthEvent['type']>({
  kind: 'health-check',
  reads: 'carried',
  version: 2,
  events: {
    HealthCheckCreated: true,
    HealthCheckChanged: true,
    HealthCheckDeleted: true,
    HealthCheckFailed: true,
    HealthCheckBecameUnhealthy: true,
    HealthCheckRecovered: true,
    MaintenanceDeclared: true,
    MaintenanceRemoved: true,
  },
  evolve: evolveHealthCheck,
});

function evolveHealthCheck(
  state: HealthCheckState | undefined,
  event: EventOf<HealthEvent['type']>,
): HealthCheckState | undefined {
  if (event.type === 'HealthCheckCreated') return versionOf(event, state?.offset ?? -1, []);
  if (state === undefined) return undefined;
  const { outage, step: _, ...check } = state;
  switch (event.type) {
    case 'HealthCheckChanged': {
      const after = versionOf(event, state.offset, state.windows);
      return outage !== undefined && isReported(event.data.check) ? { ...after, outage } : after;
    }
    case 'HealthCheckDeleted':
      return { ...check, isDeleted: true };
    case 'HealthCheckRecovered':
      return { ...check, ...placeOf(event) };
    case 'HealthCheckFailed':
    case 'HealthCheckBecameUnhealthy':
      return { ...check, ...placeOf(event), outage: outageAfter(event, outage) };
    case 'MaintenanceDeclared':
    case 'MaintenanceRemoved':
      return { ...state, windows: windowsAfter(state.windows, event) };
  }
}

const versionOf = (
  { data }: EventOf<'HealthCheckCreated' | 'HealthCheckChanged'>,
  offset: number,
  windows: readonly KeptWindow[],
): HealthCheckState => {
  const { organizationId, version, check, requestSealed } = data;
  const isDeleted = false;
  const common = { kind: 'health-check', organizationId, version, check, isDeleted } as const;
  return { ...common, offset, windows, ...(requestSealed !== undefined && { requestSealed }) };
};

const placeOf = ({
  data: { offset, step },
}: EventOf<'HealthCheckFailed' | 'HealthCheckBecameUnhealthy' | 'HealthCheckRecovered'>) => ({
  offset,
  ...(step !== undefined && { step }),
});

function outageAfter(
  { type, data }: EventOf<'HealthCheckFailed' | 'HealthCheckBecameUnhealthy'>,
  before: Outage | undefined,
): Outage {
  const { outageId, checkedAtMs } = data;
  const isUnhealthy = type === 'HealthCheckBecameUnhealthy';
  return { outageId, isUnhealthy, failedAtMs: before?.failedAtMs ?? checkedAtMs };
}

/** The check that a user commands; that of another organization is unknown. */
export function commandedCheck(
  checkId: HealthCheckId,
  asking: OrganizationId | undefined,
  states: States,
): HealthCheckState | Rejected {
  const check = knownCheck(checkId, asking, states);
  return check.kind === 'health-check' && check.isDeleted ? unknown(nameOf(checkId)) : check;
}

/** Also one that was deleted. */
export const knownCheck = (
  checkId: HealthCheckId,
  asking: OrganizationId | undefined,
  states: States,
): HealthCheckState | Rejected =>
  known(stateOf(healthChecks, states, healthCheckStream(checkId)), asking, nameOf(checkId));

const nameOf = (checkId: HealthCheckId): string => `health check ${checkId}`;
