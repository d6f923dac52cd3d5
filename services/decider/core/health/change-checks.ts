import { heartbeatCheck, isReported } from '../../../../domain/health/check.ts';
import type { CommandOf } from '../../../../schemas/commands/command.ts';
import type { HealthCheck } from '../../../../schemas/health/check.ts';
import type { HealthCheckChanges } from '../../../../schemas/health/commands.ts';
import { type HealthCheckId, healthCheckStream } from '../../../../schemas/health/ids.ts';
import type { Sealed, StreamName } from '../../../../schemas/ids.ts';
import { triageItemOf, triageStream } from '../../../../schemas/triage/ids.ts';
import type { Restored } from '../../../../schemas/versions/restored.ts';
import { type States, stateOf } from '../aggregate.ts';
import { accept, type Decision, reject, type StreamAppend } from '../decision.ts';
import { resolvedItem } from '../triage/cause.ts';
import { checkFault } from './check-fault.ts';
import { commandedCheck, type HealthCheckState, healthChecks, knownCheck } from './health-check.ts';

type OfCheck = { readonly data: { readonly checkId: HealthCheckId } };

/** The stream of the check, and that of the item that its outage has opened. */
export function checkStreams({ data: { checkId } }: OfCheck, states: States): StreamName[] {
  const stream = healthCheckStream(checkId);
  const outage = stateOf(healthChecks, states, stream)?.outage;
  return outage === undefined ? [stream] : [stream, triageStream(triageItemOf(outage.outageId))];
}

export function createHealthCheck(
  { data }: CommandOf<'CreateHealthCheck'>,
  states: States,
): Decision {
  const { checkId, check } = data;
  const stream = healthCheckStream(checkId);
  const before = stateOf(healthChecks, states, stream);
  if (before !== undefined && !before.isDeleted) {
    const { serviceName, checkName } = check;
    const message = `${serviceName} has a health check ${checkName} already; change it, or choose another name`;
    return reject('check_exists', message);
  }
  const fault = checkFault(check);
  if (fault !== undefined) return reject('invalid_request', fault);
  const version = (before?.version ?? 0) + 1;
  return accept({ stream, facts: [{ type: 'HealthCheckCreated', data: { ...data, version } }] });
}

export function createHeartbeatCheck(
  { data: { checkId, organizationId, serviceName } }: CommandOf<'CreateHeartbeatCheck'>,
  states: States,
): Decision {
  const stream = healthCheckStream(checkId);
  const before = stateOf(healthChecks, states, stream);
  if (before !== undefined && !before.isDeleted) return accept();
  const check = heartbeatCheck(serviceName);
  const data = { checkId, organizationId, version: (before?.version ?? 0) + 1, check };
  return accept({ stream, facts: [{ type: 'HealthCheckCreated', data }] });
}

export function changeHealthCheck(
  { data: { checkId, changes, requestSealed }, organizationId }: CommandOf<'ChangeHealthCheck'>,
  states: States,
): Decision {
  const found = commandedCheck(checkId, organizationId, states);
  if (found.kind === 'rejected') return found;
  if (changes.request !== undefined && found.check.request === undefined) {
    const message = 'a check that waits for heartbeats has no request; create another check for it';
    return reject('invalid_request', message);
  }
  const check = changedCheck(found.check, changes);
  const sealed = requestSealed === undefined ? found.requestSealed : (requestSealed ?? undefined);
  return changed({ checkId, check, sealed }, found, states);
}

/** One that was deleted is there again, as one that is created under its name. */
export function restoreHealthCheck(
  { data, organizationId }: CommandOf<'RestoreHealthCheck'>,
  states: States,
): Decision {
  const { checkId, check, requestSealed: sealed, version: restoredFrom } = data;
  const found = knownCheck(checkId, organizationId, states);
  if (found.kind === 'rejected') return found;
  return changed({ checkId, check, sealed, restored: { restoredFrom } }, found, states);
}

type Change = {
  readonly checkId: HealthCheckId;
  readonly check: HealthCheck;
  readonly sealed: Sealed | undefined;
  readonly restored?: Restored;
};

function changed(
  { checkId, check, sealed, restored }: Change,
  found: HealthCheckState,
  states: States,
): Decision {
  const fault = checkFault(check);
  if (fault !== undefined) return reject('invalid_request', fault);
  if (!found.isDeleted && isSame(found, check, sealed)) return accept();
  const data = {
    checkId,
    organizationId: found.organizationId,
    version: found.version + 1,
    check,
    ...(sealed !== undefined && { requestSealed: sealed }),
    ...restored,
  };
  const type = found.isDeleted ? 'HealthCheckCreated' : 'HealthCheckChanged';
  const change = { stream: healthCheckStream(checkId), facts: [{ type, data } as const] };
  return isReported(check) ? accept(change) : accept(...endedOutage(found, states), change);
}

export function deleteHealthCheck(
  { data: { checkId }, organizationId: asking }: CommandOf<'DeleteHealthCheck'>,
  states: States,
): Decision {
  const found = commandedCheck(checkId, asking, states);
  if (found.kind === 'rejected') return found;
  const {
    organizationId,
    check: { serviceName },
  } = found;
  return accept(...endedOutage(found, states), {
    stream: healthCheckStream(checkId),
    facts: [{ type: 'HealthCheckDeleted', data: { checkId, organizationId, serviceName } }],
  });
}

/** Nobody looks any more, so the item of an outage is resolved. The check has not recovered. */
const endedOutage = ({ outage }: HealthCheckState, states: States): readonly StreamAppend[] =>
  outage === undefined ? [] : [resolvedItem(outage.outageId, states)];

function changedCheck(
  { request: before, ...check }: HealthCheck,
  { request: changes, ...rest }: HealthCheckChanges,
): HealthCheck {
  if (before === undefined) return { ...check, ...rest };
  const { assertions, ...request } = changes ?? {};
  const kept = assertions === undefined ? before.assertions : (assertions ?? {});
  return { ...check, ...rest, request: { ...before, ...request, assertions: kept } };
}

const isSame = (
  { check: before, requestSealed }: HealthCheckState,
  check: HealthCheck,
  sealed: Sealed | undefined,
): boolean => sealed === requestSealed && textOf(before) === textOf(check);

/** With its fields in one order. */
const textOf = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
