import { recurrenceFaults } from '../../../domain/silences/recurrence.ts';
import { commandEndpoint } from '../../../platform/commands/endpoint.ts';
import { expectNoFaults } from '../../../platform/http/faults.ts';
import type { Handler } from '../../../platform/http/handler.ts';
import type { DomainState } from '../../../projections/engine/read/history.ts';
import {
  type SilenceRow,
  silenceBody,
  silenceKey,
  silences,
} from '../../../projections/silences/silences.ts';
import type { OrganizationId } from '../../../schemas/ids.ts';
import { type SilenceId, silenceId, silenceStream } from '../../../schemas/silences/ids.ts';
import type { IngestShared } from '../shared.ts';
import { unknown, uuidOfPath } from '../uuid-of-path.ts';
import { expectRule } from './checks.ts';
import { changesOf } from './silence-of-request.ts';

const expectSilenceId = (params: { readonly id: string }): SilenceId =>
  silenceId(uuidOfPath(params, 'silence'));

/** PATCH /v1/silences/:id: what the body does not name stays. */
export const changeSilence = (dependencies: IngestShared): Handler<'changeSilence'> =>
  commandEndpoint(
    {
      route: 'changeSilence',
      prepare: async ({ params, body }) => {
        expectNoFaults(recurrenceFaults(body));
        return expectSilenceId(params);
      },
      stream: ({ found: id }) => silenceStream(id),
      payload: async ({ found: id, request: { body, key, signal } }) => {
        const state = await dependencies.projections.state({ signal });
        const { scope } = expectSilence(key.organizationId, id, state);
        const changes = changesOf(body, scope);
        const { ruleId } = changes.scope ?? scope;
        if (ruleId !== scope.ruleId) expectRule(key.organizationId, ruleId, state);
        return { type: 'ChangeSilence', data: { silenceId: id, changes } };
      },
      respond: async (outcome, { found: id, request: { key, receivedAtMs, signal } }) => {
        const state = await dependencies.projections.state({ signal });
        const now = expectSilence(key.organizationId, id, state);
        const row =
          outcome.type === 'SilenceChanged'
            ? { ...now, ...outcome.data, changedAtMs: outcome.atMs }
            : now;
        return { status: 200, body: { success: true, ...silenceBody(row, receivedAtMs) } };
      },
    },
    dependencies,
  );

/** DELETE /v1/silences/:id. To end a silence again changes nothing and succeeds. */
export const endSilence = (dependencies: IngestShared): Handler<'endSilence'> =>
  commandEndpoint(
    {
      route: 'endSilence',
      prepare: async ({ params }) => expectSilenceId(params),
      stream: ({ found: id }) => silenceStream(id),
      payload: async ({ found }) => ({ type: 'EndSilence', data: { silenceId: found } }),
      respond: (_, { found: id }) => ({ status: 200, body: { success: true, id } }),
    },
    dependencies,
  );

function expectSilence(
  organizationId: OrganizationId,
  id: SilenceId,
  state: DomainState,
): SilenceRow {
  const row = state.get(silences, silenceKey(organizationId, id));
  if (row === undefined) throw unknown('silence', id);
  return row;
}
