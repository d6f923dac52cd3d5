import { openHandlers } from '../../platform/http/features.ts';
import type { Handlers } from '../../platform/http/handler.ts';
import { commandResults } from '../../projections/commands/command-results.ts';
import type { Projection } from '../../projections/engine/projection.ts';
import { replaySettings } from '../../projections/replays/replay-settings.ts';
import { versions } from '../../projections/versions/versions.ts';
import type { ActionRoute } from '../../schemas/mcp/action-routes.ts';
import { alerts } from './alerts/feature.ts';
import { members } from './members/feature.ts';
import { changeReplaySettings } from './replays/change-settings.ts';
import type { ActionShared } from './shared.ts';
import { silences } from './silences/feature.ts';
import { triage } from './triage/feature.ts';

/** Of recorded sessions, what tools may change: they receive none. */
const replays = {
  projections: [replaySettings],
  handlers: (shared: ActionShared) => ({ changeReplaySettings: changeReplaySettings(shared) }),
};

const features = [alerts, members, replays, silences, triage] as const;

/** What the actions of tools read. */
export const actionProjections: readonly Projection[] = [
  commandResults,
  versions,
  ...features.flatMap(({ projections }): readonly Projection[] => projections),
];

const handlers = openHandlers<ActionRoute, ActionShared>()(features);

/** Handlers of the commands that query-api gives to tools, in the process that serves these: a command goes to the topic from any process. */
export const actionHandlers = (
  dependencies: Omit<ActionShared, 'outcomes'>,
): Handlers<ActionRoute> => handlers({ ...dependencies, outcomes: dependencies.projections });
