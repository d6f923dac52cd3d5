import { commandEndpoint } from '../../../platform/commands/endpoint.ts';
import type { Handler } from '../../../platform/http/handler.ts';
import {
  objectiveBody,
  objectiveResource,
  objectiveRow,
} from '../../../projections/slos/objectives.ts';
import { objectiveId, objectiveStream } from '../../../schemas/slos/ids.ts';
import { expectRoom } from '../resource.ts';
import type { IngestShared } from '../shared.ts';
import { expectObjective } from './checks.ts';
import { objectiveOf } from './objective-of-request.ts';

/** POST /v1/slos: the id of the command is that of the objective, so a repetition creates nothing. */
export const createObjective = (dependencies: IngestShared): Handler<'createObjective'> =>
  commandEndpoint(
    {
      route: 'createObjective',
      prepare: async ({ body }) => {
        const objective = objectiveOf(body);
        expectObjective(objective, dependencies.configuration.retention);
        return objective;
      },
      stream: ({ id }) => objectiveStream(objectiveId(id)),
      payload: async ({ id, found: objective, request: { key, receivedAtMs, signal } }) => {
        const { organizationId } = key;
        const state = await dependencies.projections.state({ signal });
        expectRoom(objectiveResource, organizationId, state, receivedAtMs);
        const data = { objectiveId: objectiveId(id), organizationId, ...objective };
        return { type: 'CreateObjective', data };
      },
      respond: outcome => {
        if (outcome.type !== 'ObjectiveCreated')
          throw new Error(`expected ObjectiveCreated to answer, found ${outcome.type}`);
        return { status: 201, body: { success: true, ...objectiveBody(objectiveRow(outcome)) } };
      },
    },
    dependencies,
  );
