import { changedObjective } from '../../../domain/slos/objective.ts';
import { commandEndpoint } from '../../../platform/commands/endpoint.ts';
import type { Handler } from '../../../platform/http/handler.ts';
import {
  objectiveBody,
  objectiveResource,
  objectiveRow,
} from '../../../projections/slos/objectives.ts';
import { deletion, inPath, readRow } from '../resource.ts';
import type { IngestShared } from '../shared.ts';
import { expectObjective } from './checks.ts';
import { changesOf } from './objective-of-request.ts';

/** PATCH /v1/slos/:id: what the body does not name stays. */
export const changeObjective = (dependencies: IngestShared): Handler<'changeObjective'> =>
  commandEndpoint(
    {
      route: 'changeObjective',
      ...inPath(objectiveResource),
      payload: async ({ found: objectiveId, request }) => {
        const { row } = await readRow(objectiveResource, objectiveId, request, dependencies);
        const changes = changesOf(request.body);
        const { retention } = dependencies.configuration;
        expectObjective(changedObjective(row.objective, changes), retention);
        return { type: 'ChangeObjective', data: { objectiveId, changes } };
      },
      respond: async (outcome, { found: objectiveId, request }) => {
        const { row: now } = await readRow(objectiveResource, objectiveId, request, dependencies);
        const row =
          outcome.type === 'ObjectiveChanged'
            ? { ...objectiveRow(outcome), createdAtMs: now.createdAtMs }
            : now;
        return { status: 200, body: { success: true, ...objectiveBody(row) } };
      },
    },
    dependencies,
  );

/** DELETE /v1/slos/:id */
export const deleteObjective = (dependencies: IngestShared): Handler<'deleteObjective'> =>
  commandEndpoint(
    {
      route: 'deleteObjective',
      ...deletion(objectiveResource, objectiveId => ({
        type: 'DeleteObjective',
        data: { objectiveId },
      })),
    },
    dependencies,
  );
