import { isKeyed, keyedTargetOf } from '../../domain/channels/keyed-target.ts';
import type { Keyring } from '../../platform/keyring/port.ts';
import { recipientOf } from '../../platform/privacy/address-hashes.ts';
import type { KeyedTarget, KindBy } from '../../schemas/channels/kinds.ts';
import { type Recipient, recipientIdOf } from '../../schemas/channels/recipient.ts';
import type { OrganizationId } from '../../schemas/ids.ts';
import type { DomainState } from '../engine/read/history.ts';
import { memberAddresses, memberAddressKey } from '../members/member-addresses.ts';
import { memberKey, members } from '../members/members.ts';
import type { ChannelRow } from './channels.ts';
import { recipients } from './recipients.ts';

/** Whom a channel reaches, and whether anything may be sent there. */
export type Reach =
  | { readonly kind: 'url'; readonly target: string }
  | {
      readonly kind: 'key';
      readonly target: string;
      readonly service: KindBy<'key'>;
      readonly keyed: KeyedTarget;
    }
  | {
      readonly kind: 'address';
      readonly target: string;
      readonly recipient: Recipient;
      readonly standing: 'member' | 'confirmed' | 'unconfirmed' | 'unsubscribed';
    };

/** Undefined after the data of the organization was erased. Channels of before addresses were confirmed have no other rule. */
export async function reachOf(
  { organizationId: id, kind, target: sealed }: ChannelRow,
  state: Pick<DomainState, 'get'>,
  keyring: Pick<Keyring, 'mac' | 'unseal'>,
): Promise<Reach | undefined> {
  const target = await keyring.unseal({ kind: 'organization', id }, sealed);
  if (target === undefined) return undefined;
  if (isKeyed(kind)) return { kind: 'key', target, service: kind, keyed: keyedTargetOf(target) };
  if (kind !== 'email') return { kind: 'url', target };
  const recipient = await recipientOf(target, keyring);
  return { kind: 'address', target, recipient, standing: standingOf(id, recipient, state) };
}

/** An invitation proves nothing: only who came has shown that the address is its own. */
function isMember(
  organizationId: OrganizationId,
  { addressHash }: Recipient,
  { get }: Pick<DomainState, 'get'>,
): boolean {
  const known = get(memberAddresses, memberAddressKey(addressHash, organizationId));
  const row = known && get(members, memberKey(organizationId, known.userId));
  return row?.joinedAtMs !== undefined && row.removedAtMs === undefined;
}

/** Of an address as it is written in any channel of the organization. */
export function standingOf(
  organizationId: OrganizationId,
  recipient: Recipient,
  { get }: Pick<DomainState, 'get'>,
) {
  if (isMember(organizationId, recipient, { get })) return 'member';
  return get(recipients, recipientIdOf(organizationId, recipient))?.standing ?? 'unconfirmed';
}
