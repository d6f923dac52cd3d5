import { recurrenceFaults } from '../../../domain/silences/recurrence.ts';
import { commandEndpoint } from '../../../platform/commands/endpoint.ts';
import { expectNoFaults } from '../../../platform/http/faults.ts';
import type { Handler } from '../../../platform/http/handler.ts';
import { silenceBody, silenceResource } from '../../../projections/silences/silences.ts';
import { deletion, idIn, inPath, readRow } from '../resource.ts';
import type { IngestShared } from '../shared.ts';
import { expectRule } from './checks.ts';
import { changesOf } from './silence-of-request.ts';

/** PATCH /v1/silences/:id: what the body does not name stays. */
export const changeSilence = (dependencies: IngestShared): Handler<'changeSilence'> =>
  commandEndpoint(
    {
      route: 'changeSilence',
      ...inPath(silenceResource),
      prepare: async ({ params, body }) => {
        expectNoFaults(recurrenceFaults(body));
        return idIn(silenceResource, params);
      },
      payload: async ({ found: id, request }) => {
        const { body, key } = request;
        const { row, state } = await readRow(silenceResource, id, request, dependencies);
        const { scope } = row;
        const changes = changesOf(body, scope);
        const { ruleId } = changes.scope ?? scope;
        if (ruleId !== scope.ruleId) expectRule(key.organizationId, ruleId, state);
        return { type: 'ChangeSilence', data: { silenceId: id, changes } };
      },
      respond: async (outcome, { found: id, request }) => {
        const { row: now } = await readRow(silenceResource, id, request, dependencies);
        const row =
          outcome.type === 'SilenceChanged'
            ? { ...now, ...outcome.data, changedAtMs: outcome.atMs }
            : now;
        return { status: 200, body: { success: true, ...silenceBody(row, request.receivedAtMs) } };
      },
    },
    dependencies,
  );

/** DELETE /v1/silences/:id. To end a silence again changes nothing and succeeds. */
export const endSilence = (dependencies: IngestShared): Handler<'endSilence'> =>
  commandEndpoint(
    {
      route: 'endSilence',
      ...deletion(silenceResource, id => ({ type: 'EndSilence', data: { silenceId: id } })),
    },
    dependencies,
  );
