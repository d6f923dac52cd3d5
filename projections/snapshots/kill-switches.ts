import type { EventOf } from '../../schemas/events/event.ts';
import type { Projection } from '../engine/projection.ts';

export type KillSwitchRow = { readonly isOn: boolean };

/** By organization; there is no row until the switch is turned. */
export const killSwitches: Projection<KillSwitchRow, EventOf<'KillSwitchTurned'>> = {
  name: 'kill-switches',
  version: 1,
  types: new Set(['KillSwitchTurned']),
  keys: ({ data: { organizationId } }) => [organizationId],
  project: (_, { data: { enabled } }) => ({ isOn: enabled }),
};
