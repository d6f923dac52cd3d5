import type { Keyring } from '../../../platform/keyring/port.ts';
import { uuidV5 } from '../../../platform/uuid.ts';
import type { NewKey } from '../../../schemas/api-keys/commands.ts';
import { formatApiKey, hashApiKey, type SecretKind } from '../../../schemas/api-keys/format.ts';
import { type CommandId, keyId } from '../../../schemas/ids.ts';

const hintCharacters = 4;

/** The text of the key that a command creates: a repetition of the request gives it again, and nobody keeps it. */
export const keyTextOf = async (
  id: CommandId,
  kind: Exclude<SecretKind, 'refresh'>,
  keyring: Pick<Keyring, 'mac'>,
): Promise<string> => formatApiKey(kind, await keyring.mac('api-key', id));

/** What is kept of a key. */
export const newKeyOf = (id: CommandId, text: string): NewKey => ({
  id: keyId(uuidV5(id, 'api-key')),
  hash: hashApiKey(text),
  hint: text.slice(-hintCharacters),
});
