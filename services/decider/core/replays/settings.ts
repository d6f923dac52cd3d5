import type { CommandOf } from '../../../../schemas/commands/command.ts';
import { replaysStream } from '../../../../schemas/replays/ids.ts';
import { type ReplaySettings, withDefaults } from '../../../../schemas/replays/settings.ts';
import { aggregate, type States, stateOf } from '../aggregate.ts';
import { accept, type Decision } from '../decision.ts';

export type Replays = { readonly kind: 'replays'; readonly settings: ReplaySettings };

export const replaySettings = aggregate<Replays, 'ReplaySettingsChanged'>({
  kind: 'replays',
  reads: 'last',
  events: { ReplaySettingsChanged: true },
  evolve: (_, { data: { settings } }) => ({ kind: 'replays', settings }),
});

type Change = CommandOf<'ChangeReplaySettings'>;

export const replaySettingsStreams = ({ data }: Change) => [replaysStream(data.organizationId)];

export function changeReplaySettings({ data }: Change, states: States): Decision {
  const { organizationId, changes } = data;
  const stream = replaysStream(organizationId);
  const before = withDefaults(stateOf(replaySettings, states, stream)?.settings);
  const settings: ReplaySettings = { ...before, ...changes };
  if (isSame(before, settings)) return accept();
  return accept({
    stream,
    facts: [{ type: 'ReplaySettingsChanged', data: { organizationId, settings } }],
  });
}

const isSame = (before: ReplaySettings, after: ReplaySettings): boolean =>
  Object.entries(before).every(([name, value]) => {
    const now = after[name as keyof ReplaySettings];
    return JSON.stringify(now) === JSON.stringify(value);
  });
