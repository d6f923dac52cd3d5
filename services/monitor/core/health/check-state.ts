import { statusOfOutage } from '../../../../domain/health/check.ts';
import type {
  HealthCheck,
  MaintenanceWindow,
  ReportedStatus,
} from '../../../../schemas/health/check.ts';
import type { HealthCheckId } from '../../../../schemas/health/ids.ts';
import type { OrganizationId } from '../../../../schemas/ids.ts';

/** A check as its events have it. */
export type MonitoredCheck = {
  readonly checkId: HealthCheckId;
  readonly organizationId: OrganizationId;
  readonly version: number;
  readonly check: HealthCheck;
  readonly scheduledFromMs: number;
  readonly windows: readonly MaintenanceWindow[];
  /** While it fails. */
  readonly outage?: Outage;
  /** With which its version began. */
  readonly outageBefore?: Outage;
  /** The sample of its last transition. */
  readonly transition?: SamplePlace;
};

type Outage = { readonly isUnhealthy: boolean };

/** `step`: of several reports that follow from one sample. */
type SamplePlace = { readonly offset: number; readonly step: number };

/** What the samples of a check up to an offset of its partition say. */
export type CheckState = {
  readonly monitored: MonitoredCheck;
  /** Of the last sample that was applied; -1: none was. */
  readonly offset: number;
  /** In a row. */
  readonly failures: number;
  readonly successes: number;
  readonly reported: ReportedStatus;
  /** The sample of the last report. */
  readonly reportedAt?: SamplePlace;
  /** The latest due instant of a request that has a result. */
  readonly requestedMs?: number;
  /** From here on a heartbeat is waited for: the last one, or the end of a time that nobody watched. */
  readonly waitsFromMs?: number;
  /** The latest heartbeat that was missed. */
  readonly missedMs?: number;
};

/** Before the first sample. `isWhole`: all samples of its version follow, so what they lead to is known without its events. */
export const newCheckState = (monitored: MonitoredCheck, isWhole: boolean): CheckState => ({
  monitored,
  offset: -1,
  failures: 0,
  successes: 0,
  reported: statusOfOutage(isWhole ? monitored.outageBefore : monitored.outage),
});

/**
 * The state under the check as it is now. Failures in a row are counted anew for another version. Events that are behind
 * the reports do not count: the reports are still to be decided.
 */
export function withCheck(state: CheckState, monitored: MonitoredCheck): CheckState {
  const { version, outageBefore, outage, transition } = monitored;
  if (version !== state.monitored.version) {
    const { reportedAt: _, ...rest } = state;
    const reported = statusOfOutage(outageBefore);
    return { ...rest, monitored, reported, failures: 0, successes: 0 };
  }
  const isBehind = transition === undefined || isBefore(transition, state.reportedAt);
  return { ...state, monitored, reported: isBehind ? state.reported : statusOfOutage(outage) };
}

const isBefore = (place: SamplePlace, other: SamplePlace | undefined): boolean =>
  other !== undefined &&
  (place.offset < other.offset || (place.offset === other.offset && place.step < other.step));
