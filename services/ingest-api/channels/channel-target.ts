import { invalidField } from '../../../platform/http/problem.ts';
import { targetUrlFault } from '../../../platform/outbound/target-url.ts';
import type { ChannelKind } from '../../../schemas/channels/events.ts';
import { isMailAddress, mailAddressExpected } from '../../../schemas/http/mail-address.ts';

type Sent = { readonly address?: string | undefined; readonly url?: string | undefined };

/** The address or URL of a request, of the field that belongs to the kind of channel; throws a problem for another field. */
export function targetOf(
  { address, url }: Sent,
  kind: ChannelKind,
  allow: readonly string[],
): string | undefined {
  const [field, other] =
    kind === 'email' ? (['address', url] as const) : (['url', address] as const);
  if (other !== undefined) throw invalidField(field, wrongField(kind));
  if (address !== undefined && !isMailAddress(address))
    throw invalidField('address', mailAddressExpected);
  const fault = url === undefined ? undefined : targetUrlFault(url, allow);
  if (fault !== undefined) throw invalidField('url', fault);
  return address ?? url;
}

export function expectTarget(sent: Sent, kind: ChannelKind, allow: readonly string[]): string {
  const target = targetOf(sent, kind, allow);
  if (target !== undefined) return target;
  const field = kind === 'email' ? 'address' : 'url';
  throw invalidField(field, `a channel of type ${kind} needs the field ${field}`);
}

const wrongField = (kind: ChannelKind): string =>
  kind === 'email'
    ? 'a channel of type email needs the field address, not url'
    : `a channel of type ${kind} needs the field url, not address`;
