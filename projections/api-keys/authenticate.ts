import { Unavailable } from '../../platform/errors.ts';
import type { Principal } from '../../platform/http/handler.ts';
import { hashApiKey } from '../../schemas/api-keys/format.ts';
import type { Projections } from '../engine/run.ts';
import { type ApiKeyRow, apiKeys } from './api-keys.ts';

/** For how long telemetry is taken on the word of keys that may have been revoked meanwhile. */
const trustedMsMax = 5 * 60_000;
/** For one look at an unknown key. */
const lookMsMaxDefault = 5_000;

export type AuthenticateOptions = {
  /** False: answer from what is known already. */
  readonly refreshOnMiss: boolean;
  /** The answer tells domain state, so it never rests on a key that was revoked before; telemetry does not wait. */
  readonly domain?: boolean;
};

/**
 * Whose key it is; undefined for one that is unknown or revoked. Throws `Unavailable` when that
 * cannot be told.
 */
export function openAuthenticate({
  projections,
  now = () => performance.now(),
  lookMsMax = lookMsMaxDefault,
}: {
  projections: Pick<Projections, 'get' | 'barrier' | 'lastHeardAtMs'>;
  now?: () => number;
  lookMsMax?: number;
}): (key: string, options: AuthenticateOptions) => Promise<Principal | undefined> {
  return async (key, { refreshOnMiss, domain = false }) => {
    const hash = hashApiKey(key);
    const silentMs = now() - projections.lastHeardAtMs();
    const known = projections.get(apiKeys, hash);
    if (known === undefined ? refreshOnMiss : domain) {
      await lookAgain(projections, lookMsMax);
      return principalOf(projections.get(apiKeys, hash));
    }
    if (silentMs > trustedMsMax) {
      throw new Unavailable('the event store has been silent for too long to trust API keys');
    }
    return principalOf(known);
  };
}

function principalOf(row: ApiKeyRow | undefined): Principal | undefined {
  if (row === undefined || row.revokedAtMs !== undefined) return undefined;
  const { keyId, organizationId, kind, serviceName } = row;
  return { keyId, organizationId, kind, serviceName };
}

async function lookAgain({ barrier }: Pick<Projections, 'barrier'>, msMax: number): Promise<void> {
  const deadline = AbortSignal.timeout(msMax);
  try {
    await barrier(deadline);
  } catch (cause) {
    if (!deadline.aborted) throw cause;
    throw new Unavailable(`expected to know within ${msMax} ms whose key it is`, { cause });
  }
}
