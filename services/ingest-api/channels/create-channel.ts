import { commandEndpoint } from '../../../platform/commands/endpoint.ts';
import type { Handler } from '../../../platform/http/handler.ts';
import { recipientOf } from '../../../platform/privacy/address-hashes.ts';
import { channelBody } from '../../../projections/channels/channel-body.ts';
import { addedChannel, channelResource } from '../../../projections/channels/channels.ts';
import { channelId, channelStream } from '../../../schemas/ids.ts';
import { expectRoom } from '../resource.ts';
import type { IngestShared } from '../shared.ts';
import { expectTarget } from './channel-target.ts';

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
        expectRoom(channelResource, organizationId, state, receivedAtMs);
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
