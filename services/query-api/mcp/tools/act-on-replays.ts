import { z } from 'zod';
import { changedReplaySettings } from '../../../../schemas/replays/settings-routes.ts';
import { actTool } from '../tool.ts';

export const replayActs = [
  actTool({
    name: 'change_replay_settings',
    title: 'Change the settings of recorded sessions',
    description:
      'Changes what is masked in recorded sessions, how many of 100 are kept, and for how many days; fields that are absent stay, and a list replaces the one of now, which get_replay_settings gives. Masking less stores more of what users see and type, and fewer days delete sessions: ask a person first.',
    input: z.object(changedReplaySettings.shape),
    route: 'changeReplaySettings',
    request: body => ({ body }),
    page: () => '/settings',
    isDestructive: true,
    isIdempotent: true,
  }),
];
