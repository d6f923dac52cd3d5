import { commandEndpoint } from '../../../platform/commands/endpoint.ts';
import { rejectionProblem } from '../../../platform/commands/rejection.ts';
import type { Handler } from '../../../platform/http/handler.ts';
import { recipientOf } from '../../../platform/privacy/address-hashes.ts';
import { channelBody } from '../../../projections/channels/channel-body.ts';
import { addedChannel, channelKey, channels } from '../../../projections/channels/channels.ts';
import type { DomainState } from '../../../projections/engine/read/history.ts';
import { channelId, channelStream, type OrganizationId } from '../../../schemas/ids.ts';
import type { IngestShared } from '../shared.ts';
import { expectTarget } from './channel-target.ts';
import { channelLimits } from './config.ts';

/** POST /v1/channels: the id of the command is that of the channel, so a repetition adds nothing. */
export const createChannel = (dependencies: IngestShared): Handler<'createChannel'> =>
  commandEndpoint(
    {
      route: 'createChannel',
      prepare: async ({ body }) =>
        expectTarget(body, body.type, dependencies.configuration.outboundAllow),
      stream: ({ id }) => channelStream(channelId(id)),
      payload: async ({ id, found, request: { key, body, receivedAtMs, signal } }) => {
        const { organizationId } = key;
        const state = await dependencies.projections.state({ signal });
        expectRoomForChannel(organizationId, state, receivedAtMs);
        const { name, type: kind, enabled = true, remind_minutes: remindMinutes = 0 } = body;
        const owner = { kind: 'organization', id: organizationId } as const;
        const target = await dependencies.keyring.seal(owner, found);
        const isAddress = kind === 'email';
        return {
          type: 'AddChannel',
          data: {
            channelId: channelId(id),
            organizationId,
            kind,
            target,
            ...(isAddress && { recipient: await recipientOf(found, dependencies.keyring) }),
            name,
            enabled,
            remindMinutes,
          },
        };
      },
      respond: async (outcome, { request: { signal } }) => {
        if (outcome.type !== 'ChannelAdded')
          throw new Error(`expected ChannelAdded to answer, found ${outcome.type}`);
        const state = await dependencies.projections.state({ signal });
        const body = await channelBody(addedChannel(outcome), state, dependencies);
        return { status: 201, body: { success: true, ...body } };
      },
    },
    dependencies,
  );

function expectRoomForChannel(
  organizationId: OrganizationId,
  state: DomainState,
  nowMs: number,
): void {
  const { channelsMax: limit } = channelLimits;
  const found = state.list(channels, { prefix: channelKey(organizationId, ''), limit });
  if (found.length < limit) return;
  const message = `an organization has at most ${limit} channels; delete one that is not needed`;
  throw rejectionProblem({ reason: 'limit_reached', message }, nowMs);
}
