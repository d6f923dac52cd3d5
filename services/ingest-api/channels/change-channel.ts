import { type Accepted, commandEndpoint } from '../../../platform/commands/endpoint.ts';
import type { Handler } from '../../../platform/http/handler.ts';
import { invalidField } from '../../../platform/http/problem.ts';
import type { Keyring } from '../../../platform/keyring/port.ts';
import { recipientOf } from '../../../platform/privacy/address-hashes.ts';
import { channelBody } from '../../../projections/channels/channel-body.ts';
import { type ChannelRow, channelResource } from '../../../projections/channels/channels.ts';
import { reachOf } from '../../../projections/channels/reach.ts';
import type { ChannelKind } from '../../../schemas/channels/kinds.ts';
import type { Sealed } from '../../../schemas/ids.ts';
import { deletion, expectRoom, inPath, readRow } from '../resource.ts';
import { restoring } from '../restoring.ts';
import type { IngestShared } from '../shared.ts';
import { expectTarget, sentOf, targetOf } from './channel-target.ts';

/** PATCH /v1/channels/:id: what the body does not name stays. */
export const changeChannel = (dependencies: IngestShared): Handler<'changeChannel'> =>
  commandEndpoint(
    {
      route: 'changeChannel',
      ...inPath(channelResource),
      payload: async ({ found: id, request }) => {
        const { body } = request;
        const { name, type, enabled, remind_minutes: remindMinutes } = body;
        const { row } = await readRow(channelResource, id, request, dependencies);
        expectKind(type, row);
        const stored = await storedTarget(row, dependencies.keyring);
        const { outboundAllow: allow } = dependencies.configuration;
        const sent = targetOf(body, { kind: row.kind, allow, stored });
        return {
          type: 'ChangeChannel',
          data: {
            channelId: id,
            ...(name !== undefined && { name }),
            ...(enabled !== undefined && { enabled }),
            ...(sent !== undefined &&
              (await addressed({ sent, stored }, row, dependencies.keyring))),
            ...(remindMinutes !== undefined && { remindMinutes }),
          },
        };
      },
      respond: async (outcome, { found: id, request }) => {
        const { row, state } = await readRow(channelResource, id, request, dependencies);
        const body = await channelBody(rowAfter(outcome, row), state, dependencies);
        return { status: 200, body: { success: true, ...body } };
      },
    },
    dependencies,
  );

/** POST /v1/channels/:id/restore: with the target of then, as if it was sent once more. */
export const restoreChannel = (dependencies: IngestShared): Handler<'restoreChannel'> =>
  commandEndpoint(
    {
      route: 'restoreChannel',
      ...restoring(
        {
          resource: channelResource,
          check: async ({ was, now, state, request: { receivedAtMs } }) => {
            const { organizationId, kind } = was;
            if (now === undefined) expectRoom(channelResource, organizationId, state, receivedAtMs);
            const target = await storedTarget(was, dependencies.keyring);
            const { outboundAllow: allow } = dependencies.configuration;
            if (target !== undefined) expectTarget(sentOf(target, kind), kind, allow);
          },
          command: async ({ id: channelId, version, was, now = was }) => {
            const { name, enabled, target, remindMinutes = 0 } = was;
            const [sent, stored] = await Promise.all(
              [was, now].map(row => storedTarget(row, dependencies.keyring)),
            );
            const reached =
              sent === undefined
                ? { target }
                : await addressed({ sent, stored }, now, dependencies.keyring);
            return {
              type: 'RestoreChannel',
              data: { channelId, version, name, enabled, ...reached, remindMinutes },
            };
          },
        },
        dependencies,
      ),
      respond: async (outcome, { found: id, request }) => {
        const { row, state } = await readRow(channelResource, id, request, dependencies);
        const body = await channelBody(rowAfter(outcome, row), state, dependencies);
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
      ...deletion(channelResource, id => ({ type: 'RemoveChannel', data: { channelId: id } })),
    },
    dependencies,
  );

/** POST /v1/channels/:id/test: the mail follows, if the address may get any. */
export const testChannel = (dependencies: IngestShared): Handler<'testChannel'> =>
  commandEndpoint(
    {
      route: 'testChannel',
      ...inPath(channelResource),
      payload: async ({ found: id, request }) => {
        const { row, state } = await readRow(channelResource, id, request, dependencies);
        const reach = await reachOf(row, state, dependencies.keyring);
        const address =
          reach?.kind === 'address' ? { target: row.target, recipient: reach.recipient } : {};
        return { type: 'TestChannel', data: { channelId: id, ...address } };
      },
      respond: (_, { found: id }) => ({ status: 202, body: { success: true, id } }),
    },
    dependencies,
  );

/** The channel as the command left it, also when it was changed again since. */
const rowAfter = (outcome: Accepted, row: ChannelRow): ChannelRow =>
  outcome.type === 'ChannelChanged' ? { ...row, ...outcome.data, changedAtMs: outcome.atMs } : row;

function expectKind(sent: ChannelKind | undefined, { kind }: ChannelRow): void {
  if (sent === undefined || sent === kind) return;
  const message = `the channel is of type ${kind}; create another channel for ${sent}`;
  throw invalidField('type', message);
}

/** The target of a command, and of an address what it is known by. */
async function addressed(texts: Texts, row: ChannelRow, keyring: Keyring) {
  const target = await sealedOnce(texts, row, keyring);
  return row.kind === 'email'
    ? { target, recipient: await recipientOf(texts.sent, keyring) }
    : { target };
}

type Texts = { readonly sent: string; readonly stored: string | undefined };

const ownerOf = ({ organizationId: id }: ChannelRow) => ({ kind: 'organization', id }) as const;

const storedTarget = (row: ChannelRow, keyring: Keyring): Promise<string | undefined> =>
  keyring.unseal(ownerOf(row), row.target);

/** The stored value if it seals the same: sealing it again would look like a change. */
async function sealedOnce(
  { sent, stored }: Texts,
  row: ChannelRow,
  keyring: Keyring,
): Promise<Sealed> {
  return sent === stored ? row.target : keyring.seal(ownerOf(row), sent);
}
