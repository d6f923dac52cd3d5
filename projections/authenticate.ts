import { hashApiKey } from '../platform/api-key.ts';
import { Unavailable } from '../platform/errors.ts';
import type { Principal } from '../platform/http/handler.ts';
import { apiKeys } from './api-keys.ts';
import type { Projections } from './run.ts';

/** The event store speaks twice as often; longer silence means that it may know more than we do. */
const silentMsMax = 1_000;
/** For how long telemetry is taken on the word of keys that may have been revoked meanwhile. */
const trustedMsMax = 5 * 60_000;
/** For one look at an unknown key. */
const lookMsMaxDefault = 5_000;

export type AuthenticateOptions = {
  /** False: answer from what is known already. */
  readonly patient: boolean;
  /** The request reads or changes domain state: during silence it waits, and telemetry does not. */
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
  const look = (hash: string): Principal | undefined => {
    const row = projections.get(apiKeys, hash);
    if (row === undefined || row.revokedAtMs !== undefined) return undefined;
    const { keyId, organizationId, kind, serviceName } = row;
    return { keyId, organizationId, kind, serviceName };
  };
  const lookAgain = async (): Promise<void> => {
    const late = AbortSignal.timeout(lookMsMax);
    try {
      await projections.barrier(late);
    } catch (cause) {
      if (!late.aborted || cause instanceof Unavailable) throw cause;
      throw new Unavailable(`expected to know the API keys within ${lookMsMax} ms`, { cause });
    }
  };
  const isKnown = (hash: string): boolean => projections.get(apiKeys, hash) !== undefined;
  return async (key, { patient, domain = false }) => {
    const hash = hashApiKey(key);
    const silentMs = now() - projections.lastHeardAtMs();
    const mayHaveMissed = (domain && silentMs > silentMsMax) || (patient && !isKnown(hash));
    if (mayHaveMissed) await lookAgain();
    else if (silentMs > trustedMsMax) {
      throw new Unavailable('the event store has been silent for too long to trust API keys');
    }
    return look(hash);
  };
}
