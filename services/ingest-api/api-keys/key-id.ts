import { rejectionProblem } from '../../../platform/commands/rejection.ts';
import { type KeyId, keyId } from '../../../schemas/ids.ts';
import { isUuid } from '../../../schemas/uuid.ts';

/** The id in a path. Throws 404 for what cannot be one. */
export function keyIdOf(id: string, nowMs: number): KeyId {
  if (isUuid(id)) return keyId(id);
  const message = `there is no API key ${id.slice(0, idCharactersShown)}`;
  throw rejectionProblem({ reason: 'api_key_unknown', message }, nowMs);
}

const idCharactersShown = 200;
