import type { Keyring } from '../../platform/keyring/port.ts';
import { addressHint } from '../../platform/privacy/address-hint.ts';
import type { ChannelBody } from '../../schemas/channels/routes.ts';
import type { ChannelRow } from './channels.ts';

/** A channel as clients read it. */
export async function channelBody(
  row: ChannelRow,
  { keyring }: { readonly keyring: Pick<Keyring, 'unseal'> },
): Promise<ChannelBody> {
  const { channelId: id, organizationId, kind: type, name, enabled } = row;
  const address = await keyring.unseal({ kind: 'organization', id: organizationId }, row.target);
  return {
    id,
    name,
    type,
    enabled,
    address_hint: address === undefined ? null : addressHint(address),
    created_at: new Date(row.addedAtMs).toISOString(),
    updated_at: new Date(row.changedAtMs).toISOString(),
  };
}
