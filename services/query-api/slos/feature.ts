import type { HttpRequest } from '../../../platform/http/handler.ts';
import { objectives } from '../../../projections/slos/objectives.ts';
import { asKnown } from '../as-known.ts';
import type { QueryShared } from '../shared.ts';
import { getObjective, listObjectives, objectiveHistory } from './objectives.ts';

export const slos = {
  projections: [objectives],
  handlers: (shared: QueryShared) => {
    const { watermarks, configuration } = shared;
    const reads = { ...shared, retention: configuration.retention };
    const list = listObjectives(reads);
    const listWithFigures = asKnown(shared, watermarks.spans, list);
    return {
      listObjectives: (request: HttpRequest<'listObjectives'>) =>
        request.query.ids === undefined ? list(request) : listWithFigures(request),
      getObjective: asKnown(shared, watermarks.spans, getObjective(reads)),
      objectiveHistory: asKnown(shared, watermarks.spans, objectiveHistory(reads)),
    };
  },
};
