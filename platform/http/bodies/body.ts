import type { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate as otherWork } from 'node:timers/promises';
import {
  clientGone,
  HttpProblem,
  invalidRequest,
  payloadTooLarge,
  unavailable,
} from '../problem.ts';

/** A request's body as its protocol brings it, not read yet. */
export type WireBody = {
  /** Its length on the wire, if its head says so. */
  readonly statedBytes: number | undefined;
  /** There will be more of it than is on the wire. */
  readonly isDeflated: boolean;
  /** What inflates it; undefined when it is sent as it is. Throws for an encoding that is not known. */
  readonly inflater: () => Transform | undefined;
  /** Gives its bytes as they come, and resolves after the last. Rejects with what `take` throws, and once nobody waits for them any more. */
  readonly read: (take: (chunk: Buffer) => void) => Promise<void>;
  /** From now on nobody waits for the rest of it. */
  readonly breakOff: (problem: HttpProblem) => void;
};

export type BodyLimits = { readonly wireBytesMax: number; readonly bytesMax: number };

export type Body = {
  readonly bytes: Buffer;
  readonly wireBytes: number;
  /** Returns the memory to the budget; called once, when the bytes are not needed any more. */
  readonly release: () => void;
};

export type BodyReader = {
  /**
   * The whole body, inflated. Throws HttpProblem 400, 413, 415 or 503, having read no further.
   *  grow  called with its bytes as they arrive; may throw when they are too many
   */
  read(wire: WireBody, limits: BodyLimits, grow?: Take): Promise<Body>;
  /** Bytes that are held now. */
  held(): number;
};

const joinedAtOnceBytes = 4 * 1024 * 1024;

type Take = (bytes: number) => void;

/** Reads bodies within one budget: `bytesMax` bytes may be in memory at any time, of all requests together. */
export function openBodies(bytesMax: number): BodyReader {
  let heldBytes = 0;
  return {
    held: () => heldBytes,
    read: async (wire, limits, grow) => {
      let own = 0;
      const take: Take = bytes => {
        if (heldBytes + bytes > bytesMax) throw unavailable('too many requests are being read now');
        grow?.(bytes);
        heldBytes += bytes;
        own += bytes;
      };
      const release = (): void => {
        heldBytes -= own;
        own = 0;
      };
      try {
        return { release, ...(await readAll(wire, limits, take)) };
      } catch (error) {
        release();
        throw problemOf(error);
      }
    },
  };
}

async function readAll(
  body: WireBody,
  { wireBytesMax, bytesMax }: BodyLimits,
  take: Take,
): Promise<Omit<Body, 'release'>> {
  const inflater = body.inflater();
  const [onWire, whole] = [
    { bytesMax: wireBytesMax, where: 'on the wire' },
    { bytesMax, where: 'inflated' },
  ];
  if ((body.statedBytes ?? 0) > wireBytesMax) throw tooLarge(onWire);
  const wire = openCollection([onWire, whole], take);
  await body.read(wire.add);
  const wireBytes = lengthOf(wire.chunks);
  // Only what arrived whole is inflated: of a sender that falls silent, no more is held than it sent.
  const chunks =
    inflater === undefined ? wire.chunks : await inflated(wire.chunks, inflater, whole, take);
  const [first] = chunks;
  const bytes = first !== undefined && chunks.length === 1 ? first : await joined(chunks);
  return { bytes, wireBytes };
}

type Bound = { readonly bytesMax: number; readonly where: string };

/** Chunks of a body; throws for one with which there are too many bytes. */
function openCollection(bounds: readonly Bound[], take: Take) {
  const chunks: Buffer[] = [];
  let length = 0;
  return {
    chunks,
    add: (chunk: Buffer): void => {
      length += chunk.length;
      const exceeded = bounds.find(({ bytesMax }) => length > bytesMax);
      if (exceeded !== undefined) throw tooLarge(exceeded);
      take(chunk.length);
      chunks.push(chunk);
    },
  };
}

async function inflated(
  wire: readonly Buffer[],
  inflater: Transform,
  bound: Bound,
  take: Take,
): Promise<Buffer[]> {
  const whole = openCollection([bound], take);
  await pipeline(wire, inflater, async (source: AsyncIterable<Buffer>) => {
    for await (const chunk of source) whole.add(chunk);
  });
  return whole.chunks;
}

const tooLarge = ({ bytesMax, where }: Bound): HttpProblem =>
  payloadTooLarge(`expected a body of at most ${bytesMax} bytes ${where}, found a larger one`);

/** What is not ours comes from the socket or from zlib; both mean that the body was not what it claimed. */
function problemOf(error: unknown): unknown {
  if (error instanceof HttpProblem || !(error instanceof Error)) return error;
  const code = 'code' in error ? String(error.code) : '';
  if (code.startsWith('Z_')) return invalidRequest('expected a body in its content encoding');
  if (code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE')
    return clientGone('the connection ended before the body did');
  return error;
}

/** Copied a part at a time: 50 MiB in memory that is touched for the first time take 50 ms. */
async function joined(chunks: readonly Buffer[]): Promise<Buffer> {
  const bytes = Buffer.allocUnsafeSlow(lengthOf(chunks));
  let at = 0;
  let sliceEnd = joinedAtOnceBytes;
  for (const chunk of chunks) {
    at += chunk.copy(bytes, at);
    if (at < sliceEnd) continue;
    sliceEnd = at + joinedAtOnceBytes;
    await otherWork();
  }
  return bytes;
}

const lengthOf = (chunks: readonly Buffer[]): number =>
  chunks.reduce((sum, { length }) => sum + length, 0);
