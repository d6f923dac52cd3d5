import type { Keyring } from '../../platform/keyring/port.ts';
import { reveal } from '../../platform/privacy/personal.ts';
import {
  type ConfirmationId,
  type RecipientId,
  recipientIdOf,
} from '../../schemas/channels/recipient.ts';
import type { AddressHash, ChannelId, OrganizationId } from '../../schemas/ids.ts';
import type { DomainState } from '../engine/read/history.ts';
import type { Projections } from '../engine/run.ts';
import { organizations } from '../organizations/organizations.ts';
import { channelKey, channels } from './channels.ts';
import { idsOfToken } from './mail-link.ts';
import { reachOf } from './reach.ts';
import { recipients } from './recipients.ts';

type Dependencies = {
  readonly projections: Pick<Projections, 'state'>;
  readonly keyring: Pick<Keyring, 'mac' | 'unseal'>;
};

type Request = {
  readonly params: { readonly token: string };
  readonly receivedAtMs: number;
  readonly signal: AbortSignal;
};

/** What the link of a confirmation leads to now. */
export type Confirmation =
  | { readonly state: 'unknown' | 'expired' | 'done' }
  | {
      readonly state: 'open';
      readonly recipientId: RecipientId;
      readonly confirmationId: ConfirmationId;
      /** Of the organization; undefined after its data was erased. */
      readonly name: string | undefined;
    };

export async function findConfirmation(
  { params: { token }, receivedAtMs, signal }: Request,
  { projections, keyring }: Dependencies,
): Promise<Confirmation> {
  const ids = await idsOfToken('confirm', token, keyring);
  if (ids === undefined) return { state: 'unknown' };
  const [recipientId, confirmationId] = ids;
  const state = await projections.state({ signal });
  const row = state.get(recipients, recipientId);
  if (row?.usedId === confirmationId && row.standing === 'confirmed') return { state: 'done' };
  const found = row?.open.find(one => one.confirmationId === confirmationId);
  if (row === undefined || found === undefined) return { state: 'unknown' };
  const { organizationId } = row;
  const channel = state.get(channels, channelKey(organizationId, found.channelId));
  if (channel === undefined) return { state: 'unknown' };
  if (receivedAtMs >= found.expiresAtMs) return { state: 'expired' };
  const name = await nameOf(organizationId, state, keyring);
  return { state: 'open', recipientId, confirmationId, name };
}

/** What the link of a notice leads to now. */
export type Subscription =
  | { readonly state: 'unknown' }
  | {
      /** `done`: nothing is sent. */
      readonly state: 'open' | 'done';
      readonly isMember: boolean;
      readonly recipientId: RecipientId;
      readonly organizationId: OrganizationId;
      readonly channelId: ChannelId;
      /** Of the channel, if it has the address of the link. */
      readonly addressHash?: AddressHash;
      readonly name: string | undefined;
    };

/** Links do not expire, and work without their channel: somebody may have deleted it. */
export async function findSubscription(
  { params: { token }, signal }: Pick<Request, 'params' | 'signal'>,
  { projections, keyring }: Dependencies,
): Promise<Subscription> {
  const ids = await idsOfToken('unsubscribe', token, keyring);
  if (ids === undefined) return { state: 'unknown' };
  const [recipientId, organizationId, channelId] = ids;
  const state = await projections.state({ signal });
  const row = state.get(channels, channelKey(organizationId, channelId));
  const reach = row && (await reachOf(row, state, keyring));
  const address = reach?.kind === 'address' ? reach : undefined;
  const isSame =
    address !== undefined && recipientIdOf(organizationId, address.recipient) === recipientId;
  const isMember = isSame && address.standing === 'member';
  const isOver = isMember
    ? row?.enabled === false
    : state.get(recipients, recipientId)?.standing === 'unsubscribed';
  return {
    state: isOver ? 'done' : 'open',
    isMember,
    recipientId,
    organizationId,
    channelId,
    ...(isSame && { addressHash: address.recipient.addressHash }),
    name: await nameOf(organizationId, state, keyring),
  };
}

async function nameOf(
  id: OrganizationId,
  state: Pick<DomainState, 'get'>,
  keyring: Pick<Keyring, 'unseal'>,
): Promise<string | undefined> {
  const row = state.get(organizations, id);
  return row && reveal({ kind: 'organization', id }, row.displayName, keyring);
}
