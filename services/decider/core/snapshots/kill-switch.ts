import type { CommandOf } from '../../../../schemas/commands/command.ts';
import type { OrganizationId } from '../../../../schemas/ids.ts';
import { snapshotsStream } from '../../../../schemas/snapshots/ids.ts';
import { aggregate, type States, stateOf } from '../aggregate.ts';
import { accept, type Decision } from '../decision.ts';

export type KillSwitch = { readonly kind: 'snapshots'; readonly isOn: boolean };

export const killSwitches = aggregate<KillSwitch, 'KillSwitchTurned'>({
  kind: 'snapshots',
  reads: 'last',
  events: { KillSwitchTurned: true },
  evolve: (_, { data: { enabled } }) => ({ kind: 'snapshots', isOn: enabled }),
});

export const isKilled = (organizationId: OrganizationId, states: States): boolean =>
  stateOf(killSwitches, states, snapshotsStream(organizationId))?.isOn ?? false;

export const killSwitchStreams = ({ data }: CommandOf<'TurnKillSwitch'>) => [
  snapshotsStream(data.organizationId),
];

export function turnKillSwitch({ data }: CommandOf<'TurnKillSwitch'>, states: States): Decision {
  const { organizationId, enabled } = data;
  if (isKilled(organizationId, states) === enabled) return accept();
  return accept({
    stream: snapshotsStream(organizationId),
    facts: [{ type: 'KillSwitchTurned', data: { organizationId, enabled } }],
  });
}
