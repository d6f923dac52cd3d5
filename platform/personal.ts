import type { Personal } from '../schemas/personal.ts';
import type { KeyOwner, Keyring } from './keyring/port.ts';

/** The text. Undefined if the key of its owner was destroyed. */
export const reveal = async (
  owner: KeyOwner,
  personal: Personal,
  keyring: Pick<Keyring, 'unseal'>,
): Promise<string | undefined> =>
  'clear' in personal ? personal.clear : keyring.unseal(owner, personal.sealed);
