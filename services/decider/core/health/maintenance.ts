import { keptWindows } from '../../../../domain/health/maintenance.ts';
import type { CommandOf } from '../../../../schemas/commands/command.ts';
import { dayMs } from '../../../../schemas/durations.ts';
import { healthCheckStream } from '../../../../schemas/health/ids.ts';
import type { States } from '../aggregate.ts';
import { accept, type Decision, reject } from '../decision.ts';
import { commandedCheck } from './health-check.ts';

/** Of one check, those of the last five weeks and those to come. */
const windowsMax = 100;
const windowMsMax = 31 * dayMs;

/** The id of a window follows from its command, so a second declaration under it is a repetition. */
export function declareMaintenance(
  {
    data: { checkId, maintenanceId, window },
    organizationId: asking,
    atMs,
  }: CommandOf<'DeclareMaintenance'>,
  states: States,
): Decision {
  const found = commandedCheck(checkId, asking, states);
  if (found.kind === 'rejected') return found;
  if (window.toMs <= window.fromMs)
    return reject('invalid_request', '`from` must be earlier than `to`');
  if (window.toMs - window.fromMs > windowMsMax)
    return reject('invalid_request', 'a maintenance window lasts at most 31 days');
  const windows = keptWindows(found.windows, atMs);
  if (windows.some(({ id }) => id === maintenanceId)) return accept();
  if (windows.length >= windowsMax) {
    const message = `a check has at most ${windowsMax} maintenance windows; remove one that is not needed`;
    return reject('limit_reached', message);
  }
  const { organizationId } = found;
  return accept({
    stream: healthCheckStream(checkId),
    facts: [
      { type: 'MaintenanceDeclared', data: { checkId, organizationId, maintenanceId, ...window } },
    ],
  });
}

export function removeMaintenance(
  {
    data: { checkId, maintenanceId },
    organizationId: asking,
    atMs,
  }: CommandOf<'RemoveMaintenance'>,
  states: States,
): Decision {
  const found = commandedCheck(checkId, asking, states);
  if (found.kind === 'rejected') return found;
  if (!keptWindows(found.windows, atMs).some(({ id }) => id === maintenanceId))
    return reject('not_found', `there is no maintenance window ${maintenanceId}`);
  const { organizationId } = found;
  return accept({
    stream: healthCheckStream(checkId),
    facts: [{ type: 'MaintenanceRemoved', data: { checkId, organizationId, maintenanceId } }],
  });
}
