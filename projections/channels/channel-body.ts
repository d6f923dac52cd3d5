import { apiUrlOf, keyHint } from '../../domain/channels/keyed-target.ts';
import type { Keyring } from '../../platform/keyring/port.ts';
import { addressHint } from '../../platform/privacy/address-hint.ts';
import type { ChannelBody } from '../../schemas/channels/routes.ts';
import type { DomainState } from '../engine/read/history.ts';
import type { ChannelRow } from './channels.ts';
import { type Reach, reachOf } from './reach.ts';

/** A channel as clients read it. */
export async function channelBody(
  row: ChannelRow,
  state: Pick<DomainState, 'get'>,
  { keyring }: { readonly keyring: Pick<Keyring, 'mac' | 'unseal'> },
): Promise<ChannelBody> {
  const { channelId: id, kind: type, name, enabled, remindMinutes = 0 } = row;
  const reach = await reachOf(row, state, keyring);
  return {
    id,
    name,
    type,
    enabled,
    status: statusOf(reach),
    address_hint: reach === undefined ? null : hintOf(reach),
    remind_minutes: remindMinutes,
    created_at: new Date(row.addedAtMs).toISOString(),
    updated_at: new Date(row.changedAtMs).toISOString(),
  };
}

function statusOf(reach: Reach | undefined): ChannelBody['status'] {
  if (reach?.kind !== 'address') return 'ready';
  const { standing } = reach;
  return standing === 'unconfirmed' || standing === 'unsubscribed' ? standing : 'ready';
}

/** The path of a URL may be a secret, as it is with Slack; of a key, enough is shown to tell it from another one. */
function hintOf(reach: Reach): string {
  switch (reach.kind) {
    case 'address':
      return addressHint(reach.target);
    case 'url':
      return `${new URL(reach.target).origin}/…`;
    case 'key': {
      const { host } = new URL(apiUrlOf(reach.service, reach.keyed));
      return `${keyHint(reach.keyed)} at ${host}`;
    }
  }
}
