import { commandEndpoint } from '../../../platform/commands/endpoint.ts';
import { rejectionProblem } from '../../../platform/commands/rejection.ts';
import type { Handler } from '../../../platform/http/handler.ts';
import type { DomainState } from '../../../projections/engine/read/history.ts';
import { releaseBody } from '../../../projections/releases/release-bodies.ts';
import { releaseCounts } from '../../../projections/releases/release-counts.ts';
import { changedRow, releaseOf, releaseRow } from '../../../projections/releases/releases.ts';
import type { OrganizationId } from '../../../schemas/ids.ts';
import { releaseIdOf, releaseStream } from '../../../schemas/releases/ids.ts';
import { releasesMax } from '../../../schemas/releases/release.ts';
import type { IngestShared } from '../shared.ts';
import { readRelease } from './in-path.ts';
import { releaseOfRequest } from './release-of-request.ts';

/** POST /api/releases: a pipeline that runs again finds its release, and adds what is new. */
export const recordRelease = (dependencies: IngestShared): Handler<'recordRelease'> =>
  commandEndpoint(
    {
      route: 'recordRelease',
      prepare: async ({ key, body }) => releaseIdOf(key.organizationId, body.version),
      stream: ({ found }) => releaseStream(found),
      payload: async ({ found: releaseId, request: { key, body, receivedAtMs, signal } }) => {
        const { organizationId } = key;
        const state = await dependencies.projections.state({ signal });
        if (releaseOf(organizationId, body.version, state) === undefined)
          expectRoom(organizationId, state, receivedAtMs);
        return {
          type: 'RecordRelease',
          data: { releaseId, organizationId, ...releaseOfRequest(body) },
        };
      },
      respond: async (outcome, { request }) => {
        if (outcome.type === 'ReleaseCreated')
          return { status: 201, body: releaseBody(releaseRow(outcome, 0)) };
        const params = { version: request.body.version };
        const { key, signal } = request;
        const row = await readRelease({ params, key, signal }, dependencies);
        const isChanged = outcome.type === 'ReleaseChanged';
        return { status: 200, body: releaseBody(isChanged ? changedRow(row, outcome) : row) };
      },
    },
    dependencies,
  );

function expectRoom(
  organizationId: OrganizationId,
  state: Pick<DomainState, 'get'>,
  nowMs: number,
): void {
  const { count = 0 } = state.get(releaseCounts, organizationId) ?? {};
  if (count < releasesMax) return;
  const message = `an organization has at most ${releasesMax} releases; delete old ones`;
  throw rejectionProblem({ reason: 'limit_reached', message }, nowMs);
}
