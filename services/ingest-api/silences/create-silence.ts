import { recurrenceFaults } from '../../../domain/silences/recurrence.ts';
import { commandEndpoint } from '../../../platform/commands/endpoint.ts';
import { expectNoFaults } from '../../../platform/http/faults.ts';
import type { Handler } from '../../../platform/http/handler.ts';
import { silenceBody } from '../../../projections/silences/silences.ts';
import { silenceId, silenceStream } from '../../../schemas/silences/ids.ts';
import type { StateShared } from '../shared.ts';
import { expectRoomForSilence, expectRule } from './checks.ts';
import { silenceOf } from './silence-of-request.ts';

/** POST /v1/silences: the id of the command is that of the silence, so a repetition starts nothing. */
export const createSilence = (dependencies: StateShared): Handler<'createSilence'> =>
  commandEndpoint(
    {
      route: 'createSilence',
      prepare: async ({ body, receivedAtMs }) => {
        expectNoFaults(recurrenceFaults(body));
        return silenceOf(body, receivedAtMs);
      },
      stream: ({ id }) => silenceStream(silenceId(id)),
      payload: async ({ id, found: silence, request: { key, receivedAtMs, signal } }) => {
        const { organizationId } = key;
        const state = await dependencies.projections.state({ signal });
        expectRule(organizationId, silence.scope.ruleId, state);
        expectRoomForSilence(organizationId, state, receivedAtMs);
        return {
          type: 'StartSilence',
          data: { silenceId: silenceId(id), organizationId, ...silence },
        };
      },
      respond: outcome => {
        if (outcome.type !== 'SilenceStarted')
          throw new Error(`expected SilenceStarted to answer, found ${outcome.type}`);
        const { data, atMs } = outcome;
        const row = { ...data, createdAtMs: atMs, changedAtMs: atMs };
        return { status: 201, body: { success: true, ...silenceBody(row, atMs) } };
      },
    },
    dependencies,
  );
