import { commandEndpoint } from '../../../platform/commands/endpoint.ts';
import type { Handler } from '../../../platform/http/handler.ts';
import { deployBody, releaseBody } from '../../../projections/releases/release-bodies.ts';
import { changedRow } from '../../../projections/releases/releases.ts';
import { deployId } from '../../../schemas/releases/ids.ts';
import type { IngestShared } from '../shared.ts';
import { inPath, readRelease, serviceOfQuery } from './in-path.ts';
import { changesOfRequest, deployOfRequest } from './release-of-request.ts';

type Asked = { readonly params: unknown; readonly query: unknown; readonly body: unknown };

const withQuery = ({ params, query, body }: Asked) => ({ params, query, body });

/** PATCH /api/releases/:version: what the body does not name stays. */
export const changeRelease = (dependencies: IngestShared): Handler<'changeRelease'> =>
  commandEndpoint(
    {
      route: 'changeRelease',
      ...inPath,
      hashed: withQuery,
      payload: async ({ found: releaseId, request }) => {
        const row = await readRelease(request, dependencies);
        const changes = changesOfRequest(request.body, serviceOfQuery(request, row));
        return { type: 'ChangeRelease', data: { releaseId, changes } };
      },
      respond: async (outcome, { request }) => {
        const row = await readRelease(request, dependencies);
        const isChanged = outcome.type === 'ReleaseChanged';
        return { status: 200, body: releaseBody(isChanged ? changedRow(row, outcome) : row) };
      },
    },
    dependencies,
  );

/** POST /api/releases/:version/deploys: the id of the command is that of the deployment. */
export const deployRelease = (dependencies: IngestShared): Handler<'deployRelease'> =>
  commandEndpoint(
    {
      route: 'deployRelease',
      ...inPath,
      hashed: withQuery,
      payload: async ({ id, found: releaseId, request }) => {
        const row = await readRelease(request, dependencies);
        const { body, receivedAtMs } = request;
        const more = { services: serviceOfQuery(request, row), receivedAtMs };
        return {
          type: 'DeployRelease',
          data: { releaseId, deploy: deployOfRequest(body, deployId(id), more) },
        };
      },
      respond: outcome => {
        if (outcome.type !== 'ReleaseDeployed')
          throw new Error(`expected ReleaseDeployed to answer, found ${outcome.type}`);
        return { status: 201, body: deployBody(outcome.data, outcome.data.deploy) };
      },
    },
    dependencies,
  );

/** DELETE /api/releases/:version */
export const deleteRelease = (dependencies: IngestShared): Handler<'deleteRelease'> =>
  commandEndpoint(
    {
      route: 'deleteRelease',
      ...inPath,
      payload: async ({ found: releaseId, request }) => {
        await readRelease(request, dependencies);
        return { type: 'DeleteRelease', data: { releaseId } };
      },
      respond: (_, { found: id, request: { params } }) => ({
        status: 200,
        body: { success: true, id, version: params.version },
      }),
    },
    dependencies,
  );
