import { recurrenceFaults } from '../../../domain/silences/recurrence.ts';
import { type Accepted, commandEndpoint } from '../../../platform/commands/endpoint.ts';
import { expectNoFaults } from '../../../platform/http/faults.ts';
import type { Handler } from '../../../platform/http/handler.ts';
import {
  changedRow,
  type SilenceRow,
  silenceBody,
  silenceResource,
  silenceStatus,
} from '../../../projections/silences/silences.ts';
import type { SilenceId } from '../../../schemas/silences/ids.ts';
import type { SilenceBody } from '../../../schemas/silences/routes.ts';
import type { Silence } from '../../../schemas/silences/silence.ts';
import { type Asking, deletion, idIn, inPath, readRow } from '../resource.ts';
import { restoring } from '../restoring.ts';
import type { StateShared } from '../shared.ts';
import { expectRoomForSilence, expectRule } from './checks.ts';
import { changesOf } from './silence-of-request.ts';

/** PATCH /v1/silences/:id: what the body does not name stays. */
export const changeSilence = (dependencies: StateShared): Handler<'changeSilence'> =>
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
      respond: async (outcome, { found, request }) => ({
        status: 200,
        body: { success: true, ...(await changedSilence(outcome, found, request, dependencies)) },
      }),
    },
    dependencies,
  );

/** POST /v1/silences/:id/restore: one that has ended holds notices again. */
export const restoreSilence = (dependencies: StateShared): Handler<'restoreSilence'> =>
  commandEndpoint(
    {
      route: 'restoreSilence',
      ...restoring(
        {
          resource: silenceResource,
          check: ({ was: { organizationId, scope }, now, state, request: { receivedAtMs } }) => {
            const isOver = now === undefined || silenceStatus(now, receivedAtMs) === 'ended';
            if (isOver) expectRoomForSilence(organizationId, state, receivedAtMs);
            expectRule(organizationId, scope.ruleId, state);
          },
          command: ({ id: silenceId, version, was }) => ({
            type: 'RestoreSilence',
            data: { silenceId, version, silence: silenceIn(was) },
          }),
        },
        dependencies,
      ),
      respond: async (outcome, { found, request }) => ({
        status: 200,
        body: { success: true, ...(await changedSilence(outcome, found, request, dependencies)) },
      }),
    },
    dependencies,
  );

const silenceIn = ({ scope, fromMs, untilMs, recurrence, reason }: SilenceRow): Silence => ({
  scope,
  fromMs,
  untilMs,
  ...(recurrence && { recurrence }),
  reason,
});

/** The silence as the command left it, also when it was changed again since. */
async function changedSilence(
  outcome: Accepted,
  id: SilenceId,
  request: Asking & { readonly receivedAtMs: number },
  dependencies: StateShared,
): Promise<SilenceBody> {
  const { row: now } = await readRow(silenceResource, id, request, dependencies);
  const row = outcome.type === 'SilenceChanged' ? changedRow(now, outcome) : now;
  return silenceBody(row, request.receivedAtMs);
}

/** DELETE /v1/silences/:id. To end a silence again changes nothing and succeeds. */
export const endSilence = (dependencies: StateShared): Handler<'endSilence'> =>
  commandEndpoint(
    {
      route: 'endSilence',
      ...deletion(silenceResource, id => ({ type: 'EndSilence', data: { silenceId: id } })),
    },
    dependencies,
  );
