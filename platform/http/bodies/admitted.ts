import type { Admit, IncomingBody, Permit } from '../admission.ts';
import type { Principal } from '../handler.ts';
import { HttpProblem, jitteredSeconds } from '../problem.ts';
import type { Body, BodyLimits, BodyReader, WireBody } from './body.ts';

export type Read = { readonly body: Body; readonly release: () => void };

export type Admitting = Pick<IncomingBody, 'budget'> & {
  readonly key: Principal | undefined;
  readonly sizes: BodyLimits;
  /** Aborts when the client leaves. */
  readonly signal: () => AbortSignal;
};

export type AdmittedOptions = { readonly bodies: BodyReader; readonly admit: Admit };

/** A body, once there is room for it. */
export async function readAdmitted(
  wire: WireBody,
  admitting: Admitting,
  { bodies, admit }: AdmittedOptions,
): Promise<Read> {
  const asked = placeOf(wire, admitting, admit);
  const place = asked instanceof Promise ? await asked : asked;
  try {
    const body = await bodies.read(wire, admitting.sizes, place?.grow);
    place?.arrived();
    const release = (): void => {
      body.release();
      place?.release();
    };
    return { body, release };
  } catch (error) {
    place?.release();
    throw error;
  }
}

/** Only who is known has a share. */
function placeOf(
  { statedBytes, isDeflated, breakOff }: WireBody,
  { key, sizes, signal, budget }: Admitting,
  admit: Admit,
): Permit | Promise<Permit> | undefined {
  if (key === undefined) return undefined;
  const body = {
    organizationId: key.organizationId,
    budget,
    breakOff: () => breakOff(silent()),
    // A body over the limit is rejected for good and not with a retry.
    wireBytes: statedBytes === undefined ? undefined : Math.min(statedBytes, sizes.wireBytesMax),
    isDeflated,
  };
  return admit(body, signal);
}

/** Clients repeat a 503; the rest of the body is not waited for, so the connection ends. */
const silent = (): HttpProblem =>
  new HttpProblem({
    status: 503,
    code: 'unavailable',
    message: 'nothing came of the body for seconds, and others waited for its place: send it again',
    headers: { 'Retry-After': String(jitteredSeconds()), Connection: 'close' },
  });
