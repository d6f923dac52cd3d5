import { openHandlers } from '../../platform/http/features.ts';
import type { Handlers } from '../../platform/http/handler.ts';
import { commandResults } from '../../projections/commands/command-results.ts';
import type { Projection } from '../../projections/engine/projection.ts';
import { versions } from '../../projections/versions/versions.ts';
import type { ActionRoute } from '../../schemas/mcp/action-routes.ts';
import { alerts } from './alerts/feature.ts';
import type { StateShared } from './shared.ts';
import { silences } from './silences/feature.ts';
import { triage } from './triage/feature.ts';

const features = [alerts, silences, triage] as const;

/** What the actions of tools read. */
export const actionProjections: readonly Projection[] = [
  commandResults,
  versions,
  ...features.flatMap(({ projections }): readonly Projection[] => projections),
];

const handlers = openHandlers<ActionRoute, StateShared>()(features);

/** Handlers of the commands that query-api gives to tools, in the process that serves these: a command goes to the topic from any process. */
export const actionHandlers = (
  dependencies: Omit<StateShared, 'outcomes'>,
): Handlers<ActionRoute> => handlers({ ...dependencies, outcomes: dependencies.projections });
