import { Unavailable } from '../../platform/errors.ts';
import type { Principal } from '../../platform/http/handler.ts';
import { hashApiKey } from '../../schemas/api-keys/format.ts';
import type { Projections } from '../engine/run.ts';
import { type ApiKeyRow, statusOf } from './api-key-row.ts';
import { apiKeys } from './api-keys.ts';

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
 * Whose key it is; undefined for one that is unknown, expired or revoked. Throws `Unavailable` when that
 * cannot be told.
 *  clock  Unix ms, for the ends of keys
 */
export function openAuthenticate({
  projections,
  clock = Date.now,
  now = () => performance.now(),
  lookMsMax = lookMsMaxDefault,
}: {
  projections: Pick<Projections, 'get' | 'barrier' | 'lastHeardAtMs'>;
  clock?: () => number;
  now?: () => number;
  lookMsMax?: number;
}): (key: string, options: AuthenticateOptions) => Promise<Principal | undefined> {
  return async (key, { refreshOnMiss, domain = false }) => {
    const hash = hashApiKey(key);
    const silentMs = now() - projections.lastHeardAtMs();
    const known = projections.get(apiKeys, hash);
    if (known === undefined ? refreshOnMiss : domain) {
      await lookAgain(projections, lookMsMax);
      return principalOf(projections.get(apiKeys, hash), clock());
    }
    if (silentMs > trustedMsMax) {
      throw new Unavailable('the event store has been silent for too long to trust API keys');
    }
    return principalOf(known, clock());
  };
}

function principalOf(row: ApiKeyRow | undefined, atMs: number): Principal | undefined {
  if (row === undefined || statusOf(row, atMs) !== 'active') return undefined;
  const { keyId, organizationId, kind, restrictions = {} } = row;
  return { keyId, organizationId, kind, serviceName: serviceOf(row), ...restrictions };
}

/** A key that may use some services only is not of another one. */
function serviceOf({ serviceName, restrictions }: ApiKeyRow): string {
  const { services = [] } = restrictions ?? {};
  const [first = serviceName] = services;
  return services.includes(serviceName) ? serviceName : first;
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
