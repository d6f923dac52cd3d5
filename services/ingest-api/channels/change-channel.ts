import { type Accepted, commandEndpoint } from '../../../platform/commands/endpoint.ts';
import type { Handler } from '../../../platform/http/handler.ts';
import { invalidRequest } from '../../../platform/http/problem.ts';
import type { Keyring } from '../../../platform/keyring/port.ts';
import { channelBody } from '../../../projections/channels/channel-body.ts';
import { type ChannelRow, channelKey, channels } from '../../../projections/channels/channels.ts';
import type { ChannelKind } from '../../../schemas/channels/events.ts';
import {
  type ChannelId,
  channelId,
  channelStream,
  type OrganizationId,
  type Sealed,
} from '../../../schemas/ids.ts';
import type { IngestShared } from '../shared.ts';
import { unknown, uuidOfPath } from '../uuid-of-path.ts';
import { targetOf } from './channel-target.ts';

const expectChannelId = (params: { readonly id: string }): ChannelId =>
  channelId(uuidOfPath(params, 'channel'));

/** PATCH /v1/channels/:id: what the body does not name stays. */
export const changeChannel = (dependencies: IngestShared): Handler<'changeChannel'> =>
  commandEndpoint(
    {
      route: 'changeChannel',
      prepare: async ({ params }) => expectChannelId(params),
      stream: ({ found: id }) => channelStream(id),
      payload: async ({ found: id, request: { body, key, signal } }) => {
        const { name, type, enabled, remind_minutes: remindMinutes } = body;
        const row = await readChannel(key.organizationId, id, signal, dependencies);
        expectKind(type, row);
        const sent = targetOf(body, row.kind, dependencies.configuration.outboundAllow);
        const target =
          sent === undefined ? undefined : await sealedOnce(sent, row, dependencies.keyring);
        return {
          type: 'ChangeChannel',
          data: {
            channelId: id,
            ...(name !== undefined && { name }),
            ...(enabled !== undefined && { enabled }),
            ...(target !== undefined && { target }),
            ...(remindMinutes !== undefined && { remindMinutes }),
          },
        };
      },
      respond: async (outcome, { found: id, request: { key, signal } }) => {
        const row = await readChannel(key.organizationId, id, signal, dependencies);
        const body = await channelBody(rowAfter(outcome, row), dependencies);
        return { status: 200, body: { success: true, ...body } };
      },
    },
    dependencies,
  );

/** DELETE /v1/channels/:id */
export const deleteChannel = (dependencies: IngestShared): Handler<'deleteChannel'> =>
  commandEndpoint(
    {
      route: 'deleteChannel',
      prepare: async ({ params }) => expectChannelId(params),
      stream: ({ found: id }) => channelStream(id),
      payload: async ({ found }) => ({ type: 'RemoveChannel', data: { channelId: found } }),
      respond: (_, { found: id }) => ({ status: 200, body: { success: true, id } }),
    },
    dependencies,
  );

/** POST /v1/channels/:id/test: the mail follows. */
export const testChannel = (dependencies: IngestShared): Handler<'testChannel'> =>
  commandEndpoint(
    {
      route: 'testChannel',
      prepare: async ({ params }) => expectChannelId(params),
      stream: ({ found: id }) => channelStream(id),
      payload: async ({ found }) => ({ type: 'TestChannel', data: { channelId: found } }),
      respond: (_, { found: id }) => ({ status: 202, body: { success: true, id } }),
    },
    dependencies,
  );

/** The channel as the command left it, also when it was changed again since. */
const rowAfter = (outcome: Accepted, row: ChannelRow): ChannelRow =>
  outcome.type === 'ChannelChanged' ? { ...row, ...outcome.data, changedAtMs: outcome.atMs } : row;

async function readChannel(
  organizationId: OrganizationId,
  id: ChannelId,
  signal: AbortSignal,
  { projections }: Pick<IngestShared, 'projections'>,
): Promise<ChannelRow> {
  const state = await projections.state({ signal });
  const row = state.get(channels, channelKey(organizationId, id));
  if (row === undefined) throw unknown('channel', id);
  return row;
}

function expectKind(sent: ChannelKind | undefined, { kind }: ChannelRow): void {
  if (sent === undefined || sent === kind) return;
  const message = `the channel is of type ${kind}; create another channel for ${sent}`;
  throw invalidRequest(`invalid type: ${message}`, [{ field: 'type', message }]);
}

/** The stored value if it seals this address: sealing it again would look like a change. */
async function sealedOnce(
  address: string,
  { organizationId: id, target }: ChannelRow,
  keyring: Keyring,
): Promise<Sealed> {
  const owner = { kind: 'organization', id } as const;
  return (await keyring.unseal(owner, target)) === address ? target : keyring.seal(owner, address);
}
