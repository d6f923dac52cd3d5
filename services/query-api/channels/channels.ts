import { asOfMs } from '../../../platform/http/as-of.ts';
import type { Handler } from '../../../platform/http/handler.ts';
import { channelBody } from '../../../projections/channels/channel-body.ts';
import { channelResource } from '../../../projections/channels/channels.ts';
import type { ResponseOf } from '../../../schemas/http/routes.ts';
import { listOf } from '../bounds/list.ts';
import { bodyOf } from '../bounds/written.ts';
import { expectRow, rowsIn } from '../resource.ts';
import type { QueryShared } from '../shared.ts';

type ChannelReads = Pick<QueryShared, 'projections' | 'keyring'>;

/** More than an organization may have. */
const channelsReadMax = 1_000;

/** GET /v1/channels: the oldest first. */
export const listChannels =
  (dependencies: ChannelReads): Handler<'listChannels'> =>
  async ({ key, query, signal, ...request }) => {
    const { projections } = dependencies;
    const state = await projections.state({ asOfMs: asOfMs({ query, ...request }), signal });
    const { items: channels, next } = await listOf({
      organizationId: key.organizationId,
      signal,
      state,
      query,
      ...rowsIn(channelResource, key.organizationId),
      max: channelsReadMax,
      order: row => row.addedAtMs,
      change: row => channelBody(row, state, dependencies),
    });
    const body = bodyOf<ResponseOf<'listChannels'>>({ channels, next_cursor: next });
    return { status: 200, body };
  };

/** GET /v1/channels/:id */
export const getChannel =
  (dependencies: ChannelReads): Handler<'getChannel'> =>
  async ({ key, params: { id }, signal, ...request }) => {
    const state = await dependencies.projections.state({ asOfMs: asOfMs(request), signal });
    const row = expectRow(channelResource, key.organizationId, id, state);
    return {
      status: 200,
      body: { success: true, ...(await channelBody(row, state, dependencies)) },
    };
  };
