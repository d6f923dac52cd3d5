import {
  isKeyed,
  keyedTargetOf,
  keyedTargetText,
  keyFault,
} from '../../../domain/channels/keyed-target.ts';
import { invalidField } from '../../../platform/http/problem.ts';
import { targetUrlFault } from '../../../platform/outbound/target-url.ts';
import {
  type ChannelKind,
  type ChannelRegion,
  channelTargets,
  type KeyedTarget,
  type KindBy,
} from '../../../schemas/channels/kinds.ts';
import { isMailAddress, mailAddressExpected } from '../../../schemas/http/mail-address.ts';

type Sent = {
  readonly address?: string | undefined;
  readonly url?: string | undefined;
  readonly key?: string | undefined;
  readonly region?: ChannelRegion | undefined;
};

type Rules<Kind = ChannelKind> = {
  readonly kind: Kind;
  readonly allow: readonly string[];
  /** The target of a channel that is changed. */
  readonly stored?: string | undefined;
};

/** The fields of each kind of target; the first is the one that it needs. */
const fields = { address: ['address'], url: ['url'], key: ['key', 'region', 'url'] } as const;

const allFields = ['address', 'url', 'key', 'region'] as const;

/** The target of a request, of the fields that belong to the kind of channel; throws a problem for another field. */
export function targetOf(sent: Sent, { kind, ...rules }: Rules): string | undefined {
  expectOwnFields(sent, kind);
  if (isKeyed(kind)) return keyedTarget(sent, { kind, ...rules });
  const { address, url } = sent;
  if (address !== undefined && !isMailAddress(address))
    throw invalidField('address', mailAddressExpected);
  const fault = url === undefined ? undefined : targetUrlFault(url, rules.allow);
  if (fault !== undefined) throw invalidField('url', fault);
  return address ?? url;
}

export function expectTarget(sent: Sent, kind: ChannelKind, allow: readonly string[]): string {
  const [field] = fields[channelTargets[kind]];
  expectOwnFields(sent, kind);
  if (sent[field] === undefined)
    throw invalidField(field, `a channel of type ${kind} needs the field ${field}`);
  const target = targetOf(sent, { kind, allow });
  if (target === undefined) throw new Error(`expected a target of ${kind}, found none`);
  return target;
}

/** A stored target as a request would send it. */
export const sentOf = (target: string, kind: ChannelKind): Sent =>
  isKeyed(kind) ? keyedTargetOf(target) : { [channelTargets[kind]]: target };

function expectOwnFields(sent: Sent, kind: ChannelKind): void {
  const own: readonly string[] = fields[channelTargets[kind]];
  const other = allFields.find(field => sent[field] !== undefined && !own.includes(field));
  if (other === undefined) return;
  const [field = ''] = own;
  throw invalidField(field, `a channel of type ${kind} needs the field ${field}, not ${other}`);
}

/** The key alone stays with its API; an API never gets a key that was given for another one. */
function keyedTarget(
  { key, region, url }: Sent,
  { kind, allow, stored }: Rules<KindBy<'key'>>,
): string | undefined {
  if (region !== undefined && url !== undefined)
    throw invalidField('url', 'expected region or url, not both');
  const isMoved = region !== undefined || url !== undefined;
  if (key === undefined && isMoved)
    throw invalidField('key', 'to change region or url, send the key again');
  if (key === undefined) return undefined;
  const fault = keyFault[kind](key);
  if (fault !== undefined) throw invalidField('key', fault);
  if (url !== undefined) return keyedTargetText({ key, url: expectBaseUrl(url, allow) });
  const kept: KeyedTarget =
    stored === undefined || isMoved
      ? { key, region: region ?? 'us' }
      : { ...keyedTargetOf(stored), key };
  return keyedTargetText(kept);
}

function expectBaseUrl(url: string, allow: readonly string[]): string {
  const fault = targetUrlFault(url, allow);
  if (fault !== undefined) throw invalidField('url', fault);
  if (/[?#]/u.test(url)) throw invalidField('url', 'expected a base URL, without ? and #');
  return url;
}
