import { equal, rejects } from 'node:assert/strict';
import { Unavailable } from '../../platform/errors.ts';
import type { ApiKeyRow } from '../../projections/api-keys/api-key-row.ts';
import { openAuthenticate } from '../../projections/api-keys/authenticate.ts';
import type { Projections } from '../../projections/engine/run.ts';
import { formatApiKey, hashApiKey } from '../../schemas/api-keys/format.ts';
import { keyId, organizationId } from '../../schemas/ids.ts';

const key = formatApiKey('live', Buffer.alloc(32, 7));
const row: ApiKeyRow = {
  keyId: keyId('key'),
  organizationId: organizationId('organization'),
  kind: 'live',
  hint: 'abcd',
  serviceName: 'checkout',
  issuedAtMs: 0,
};

/** What the projections know now, what they will know after a look, and how long they heard nothing. */
function authenticating({
  known,
  afterLook = known,
  silentMs = 0,
}: {
  known?: ApiKeyRow;
  afterLook?: ApiKeyRow | 'unavailable' | undefined;
  silentMs?: number;
}) {
  let [found, looks] = [known, 0];
  const projections = {
    get: (_: unknown, hash: string) => (hash === hashApiKey(key) ? found : undefined),
    barrier: async () => {
      looks++;
      if (afterLook === 'unavailable') throw new Unavailable('not now');
      found = afterLook;
    },
    lastHeardAtMs: () => 0,
  };
  return {
    looks: () => looks,
    authenticate: openAuthenticate({
      projections: projections as Pick<Projections, 'get' | 'barrier' | 'lastHeardAtMs'>,
      now: () => silentMs,
    }),
  };
}

describe('authenticating', () => {
  it('takes a known key without looking further', async () => {
    const { authenticate, looks } = authenticating({ known: row });
    equal((await authenticate(key, { refreshOnMiss: true }))?.keyId, 'key');
    equal(looks(), 0);
  });

  it('looks once for a key that it does not know', async () => {
    const late = authenticating({ afterLook: row });
    equal((await late.authenticate(key, { refreshOnMiss: true }))?.keyId, 'key');
    const never = authenticating({});
    equal(await never.authenticate(key, { refreshOnMiss: true }), undefined);
    equal(never.looks(), 1);
  });

  it('does not look for who guesses too often', async () => {
    const { authenticate, looks } = authenticating({ afterLook: row });
    equal(await authenticate(key, { refreshOnMiss: false }), undefined);
    equal(looks(), 0);
  });

  it('refuses a revoked key', async () => {
    const { authenticate, looks } = authenticating({ known: { ...row, revokedAtMs: 1 } });
    equal(await authenticate(key, { refreshOnMiss: true }), undefined);
    equal(looks(), 0);
  });

  it('takes telemetry with known keys through five minutes of silence, and no longer', async () => {
    const silent = authenticating({ known: row, afterLook: 'unavailable', silentMs: 300_000 });
    equal((await silent.authenticate(key, { refreshOnMiss: true }))?.keyId, 'key');
    const longer = authenticating({ known: row, silentMs: 300_001 });
    await rejects(longer.authenticate(key, { refreshOnMiss: true }), Unavailable);
  });

  it('tells nothing of an unknown key, and nothing of the domain, while it cannot look', async () => {
    const unknown = authenticating({ afterLook: 'unavailable' });
    await rejects(unknown.authenticate(key, { refreshOnMiss: true }), Unavailable);
    const silent = authenticating({ known: row, afterLook: 'unavailable' });
    await rejects(silent.authenticate(key, { refreshOnMiss: true, domain: true }), Unavailable);
  });

  it('says that it cannot tell when a look gets no answer in time', async () => {
    const projections = {
      get: () => undefined,
      barrier: (signal: AbortSignal) =>
        new Promise<never>((_, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason));
        }),
      lastHeardAtMs: () => 0,
    };
    const authenticate = openAuthenticate({ projections, now: () => 0, lookMsMax: 1 });
    // The timer of a signal alone keeps no process alive.
    const awake = setTimeout(() => {}, 10_000);
    await rejects(authenticate(key, { refreshOnMiss: true }), Unavailable);
    clearTimeout(awake);
  });

  it('hears of a revocation before the domain is read', async () => {
    const revoked = { ...row, revokedAtMs: 1 };
    const { authenticate } = authenticating({ known: row, afterLook: revoked });
    equal(await authenticate(key, { refreshOnMiss: true, domain: true }), undefined);
  });
});
