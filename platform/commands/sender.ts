import type { KeyId, OrganizationId } from '../../schemas/ids.ts';
import { addressGroup } from '../http/address.ts';
import type { UnderWayLimits } from './limits.ts';

/** Who sends a command for a client: a key, a client network without one, or an operator, who has no limits. */
export type CommandSender =
  | { readonly kind: 'key'; readonly organizationId: OrganizationId; readonly keyId: KeyId }
  | { readonly kind: 'network'; readonly address: string }
  | { readonly kind: 'operator' };

/** Something of which a sender may have only so many commands under way; the first is the sender's own. */
export type SenderShare = { readonly name: string; readonly most: number; readonly of: string };

export function sharesOf(
  sender: CommandSender,
  { perOrganizationMax, perKeyMax, perNetworkMax, keylessMax }: UnderWayLimits,
): readonly SenderShare[] {
  switch (sender.kind) {
    case 'operator':
      return [];
    case 'key':
      return [
        {
          name: `organization ${sender.organizationId}`,
          most: perOrganizationMax,
          of: 'an organization',
        },
        { name: `key ${sender.keyId}`, most: perKeyMax, of: 'a key' },
      ];
    case 'network':
      return [
        {
          name: `network ${addressGroup(sender.address)}`,
          most: perNetworkMax,
          of: 'a client network without a key',
        },
        { name: 'keyless', most: keylessMax, of: 'all clients without a key' },
      ];
  }
}
