import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { CommandFailed } from '../errors.ts';

export type FirstSpan = { readonly traceId: string; readonly traceUrl: string };

const readableMsMax = 30_000;
const lookEveryMs = 100;
const nanosPerMs = 1_000_000n;

/** Sends a span with the key and waits until it can be read: the whole way works. */
export async function sendFirstSpan(
  url: string,
  key: string,
  service: string,
  ended: AbortSignal,
): Promise<FirstSpan> {
  const traceId = randomBytes(16).toString('hex');
  const signal = AbortSignal.any([ended, AbortSignal.timeout(readableMsMax)]);
  const headers = { 'X-API-Key': key, 'User-Agent': 'tidemark-cli' };
  const traceUrl = `${url}/v1/traces/${traceId}`;
  try {
    const sent = await fetch(`${url}/v1/traces`, {
      method: 'POST',
      signal,
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: JSON.stringify(request(traceId, service)),
    });
    if (!sent.ok) throw new Error(`the server answered ${sent.status} to it`);
    while (!(await fetch(traceUrl, { headers, signal })).ok) {
      await pause(lookEveryMs, undefined, { signal });
    }
    return { traceId, traceUrl };
  } catch (error) {
    const why = signal.aborted ? `not within ${readableMsMax / 1000} s` : String(error);
    throw new CommandFailed(
      `the key is valid, but a first span could not be read (${why}); run tidemark status`,
      { cause: error },
    );
  }
}

function request(traceId: string, service: string): object {
  const now = BigInt(Date.now()) * nanosPerMs;
  const span = {
    traceId,
    spanId: randomBytes(8).toString('hex'),
    name: 'tidemark init',
    kind: 1,
    startTimeUnixNano: String(now - nanosPerMs),
    endTimeUnixNano: String(now),
  };
  const attributes = [{ key: 'service.name', value: { stringValue: service } }];
  return { resourceSpans: [{ resource: { attributes }, scopeSpans: [{ spans: [span] }] }] };
}
