import { rejectionProblem } from '../../../platform/commands/rejection.ts';
import { type KeyId, keyId } from '../../../schemas/ids.ts';

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The id in a path. Throws 404 for what cannot be one. */
export function keyIdOf(id: string, nowMs: number): KeyId {
  if (uuidPattern.test(id)) return keyId(id);
  const message = `there is no API key ${id.slice(0, idCharactersShown)}`;
  throw rejectionProblem({ reason: 'api_key_unknown', message }, nowMs);
}

const idCharactersShown = 200;
