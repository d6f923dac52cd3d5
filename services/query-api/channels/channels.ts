import { asOfMs } from '../../../platform/http/as-of.ts';
import type { Handler } from '../../../platform/http/handler.ts';
import { notFound } from '../../../platform/http/problem.ts';
import { channelBody } from '../../../projections/channels/channel-body.ts';
import { channelKey, channels as rows } from '../../../projections/channels/channels.ts';
import { channelId } from '../../../schemas/ids.ts';
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
    const prefix = channelKey(key.organizationId, '');
    const found = state.list(rows, { prefix, limit: channelsReadMax }).map(({ row }) => row);
    const oldest = found.toSorted((left, right) => left.addedAtMs - right.addedAtMs);
    const listed = oldest.slice(0, query.limit).map(row => channelBody(row, state, dependencies));
    return { status: 200, body: { channels: await Promise.all(listed) } };
  };

/** GET /v1/channels/:id */
export const getChannel =
  (dependencies: ChannelReads): Handler<'getChannel'> =>
  async ({ key, params: { id }, signal, ...request }) => {
    const state = await dependencies.projections.state({ asOfMs: asOfMs(request), signal });
    const row = state.get(rows, channelKey(key.organizationId, channelId(id.toLowerCase())));
    if (row === undefined) throw notFound(`there is no channel ${id}`);
    return {
      status: 200,
      body: { success: true, ...(await channelBody(row, state, dependencies)) },
    };
  };
