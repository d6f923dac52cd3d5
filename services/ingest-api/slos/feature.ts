import { alertRules } from '../../../projections/alerts/alert-rules.ts';
import { alertState } from '../../../projections/alerts/alert-state.ts';
import { channels } from '../../../projections/channels/channels.ts';
import { objectives } from '../../../projections/slos/objectives.ts';
import type { IngestShared } from '../shared.ts';
import { alertOnObjective } from './alert-on-objective.ts';
import { changeObjective, deleteObjective } from './change-objective.ts';
import { createObjective } from './create-objective.ts';

export const slos = {
  projections: [alertRules, alertState, channels, objectives],
  handlers: (shared: IngestShared) => ({
    alertOnObjective: alertOnObjective(shared),
    createObjective: createObjective(shared),
    changeObjective: changeObjective(shared),
    deleteObjective: deleteObjective(shared),
  }),
};
