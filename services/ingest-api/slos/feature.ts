import { objectives } from '../../../projections/slos/objectives.ts';
import type { IngestShared } from '../shared.ts';
import { changeObjective, deleteObjective } from './change-objective.ts';
import { createObjective } from './create-objective.ts';

export const slos = {
  projections: [objectives],
  handlers: (shared: IngestShared) => ({
    createObjective: createObjective(shared),
    changeObjective: changeObjective(shared),
    deleteObjective: deleteObjective(shared),
  }),
};
