import type { Keyring } from '../../platform/keyring/port.ts';
import { addressHint } from '../../platform/privacy/address-hint.ts';
import type { ChannelKind } from '../../schemas/channels/events.ts';
import type { ChannelBody } from '../../schemas/channels/routes.ts';
import type { ChannelRow } from './channels.ts';

/** A channel as clients read it. */
export async function channelBody(
  row: ChannelRow,
  { keyring }: { readonly keyring: Pick<Keyring, 'unseal'> },
): Promise<ChannelBody> {
  const { channelId: id, organizationId, kind: type, name, enabled, remindMinutes = 0 } = row;
  const target = await keyring.unseal({ kind: 'organization', id: organizationId }, row.target);
  return {
    id,
    name,
    type,
    enabled,
    address_hint: target === undefined ? null : hintOf(type, target),
    remind_minutes: remindMinutes,
    created_at: new Date(row.addedAtMs).toISOString(),
    updated_at: new Date(row.changedAtMs).toISOString(),
  };
}

/** The path of a URL may be a secret, as it is with Slack. */
const hintOf = (kind: ChannelKind, target: string): string =>
  kind === 'email' ? addressHint(target) : `${new URL(target).origin}/…`;
