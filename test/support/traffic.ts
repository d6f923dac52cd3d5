import { dayMs, hourMs } from '../../schemas/durations.ts';
import { type Random, seededRandom, wholeBelow } from '../../services/cli/demo/random.ts';

/**
 * What one request of generated traffic is made of. Its spans and its bytes follow from these few
 * values alone, so that a million spans need not be remembered to be compared.
 */
export type TrafficRequest = {
  /** No other request of the run has it; it stands in every span id. */
  readonly number: number;
  /** Of the run: it stands in every trace id. */
  readonly run: number;
  readonly organization: string;
  readonly kind: TrafficKind;
  readonly baseMs: number;
  readonly spans: number;
  /** Its last trace goes on in the request whose number differs in the lowest bit. */
  readonly shares: boolean;
};

/**
 * When the spans end, seen from the sending: just now · exactly on the edges of windows, hours and
 * days, or a nanosecond before · some hours ago · up to six days ago. A large one is too big for
 * the log.
 */
export type TrafficKind = 'fresh' | 'edge' | 'hours' | 'days' | 'large';

export type TrafficSpan = {
  readonly traceId: string;
  readonly spanId: bigint;
  readonly parentId: bigint;
  readonly service: string;
  readonly name: string;
  readonly operation: string;
  readonly kind: number;
  readonly isEntry: boolean;
  readonly startNanos: bigint;
  readonly durationNanos: bigint;
  readonly status: number;
  /** What the status says; '' without an error. */
  readonly message: string;
};

/** One step of the story that every trace tells. */
type Step = {
  readonly service: string;
  readonly kind: number;
  readonly parent: number;
  readonly operation: string;
  readonly name: (random: Random) => string;
};

export const instances = 3;

const hex = (random: Random, digits: number): string =>
  Array.from({ length: digits }, () => Math.floor(random() * 16).toString(16)).join('');

const steps: readonly Step[] = [
  {
    service: 'checkout',
    kind: 2,
    parent: -1,
    operation: 'GET /orders/{id}',
    name: random => `GET /orders/${wholeBelow(200, random)}`,
  },
  { service: 'checkout', kind: 1, parent: 0, operation: 'load cart', name: () => 'load cart' },
  {
    service: 'checkout',
    kind: 3,
    parent: 0,
    operation: 'POST /payments/{id}',
    name: random => `POST /payments/0${hex(random, 2)}4a1b2c3d4e5f`,
  },
  { service: 'payments', kind: 2, parent: 2, operation: 'charge', name: () => 'charge' },
  {
    service: 'shipping',
    kind: 5,
    parent: 0,
    operation: 'parcel {id} packed',
    name: random => `parcel 6ba7b810-9dad-11d1-80b4-00c04fd430${hex(random, 1)}1 packed`,
  },
];

const entryKinds = new Set([2, 5]);
const nanosPerMs = 1_000_000n;

export function spansOf(request: TrafficRequest): TrafficSpan[] {
  const random = seededRandom(request.run ^ Math.imul(request.number + 1, 0x9e3779b1));
  const spans: TrafficSpan[] = [];
  for (let at = 0; at < request.spans; at += steps.length) {
    const traceId = traceIdOf(request, at);
    const endNanos = endOf(request, random);
    for (const [index, step] of steps.entries()) {
      if (at + index >= request.spans) break;
      spans.push(spanOf({ request, at, index, step, traceId, endNanos }, random));
    }
  }
  return spans;
}

function spanOf(
  part: {
    readonly request: TrafficRequest;
    readonly at: number;
    readonly index: number;
    readonly step: Step;
    readonly traceId: string;
    readonly endNanos: bigint;
  },
  random: Random,
): TrafficSpan {
  const { request, at, index, step } = part;
  const idOf = (step: number): bigint =>
    (BigInt(request.number + 1) << 32n) + BigInt(at + step + 1);
  const durationNanos = durationOf(random);
  // The first of each request fails, so that each has something for every table.
  const isError = random() < 0.03 || at + index === 0;
  return {
    traceId: part.traceId,
    spanId: idOf(index),
    parentId: step.parent < 0 ? foreignParent(request, at) : idOf(step.parent),
    service: step.service,
    name: step.name(random),
    operation: step.operation,
    kind: step.kind,
    isEntry: entryKinds.has(step.kind) || step.parent < 0,
    startNanos: part.endNanos - durationNanos,
    durationNanos,
    status: isError ? 2 : 0,
    message: isError ? `no stock in ${wholeBelow(8, random)}` : '',
  };
}

const isShared = ({ shares, spans }: TrafficRequest, at: number): boolean =>
  shares && at + steps.length >= spans;

/** A trace has one root: the request with the odd number has the later half of a shared one. */
const foreignParent = (request: TrafficRequest, at: number): bigint =>
  isShared(request, at) && request.number % 2 === 1 ? 1n : 0n;

function traceIdOf(request: TrafficRequest, at: number): string {
  const { run, number } = request;
  const group = isShared(request, at) ? number >>> 1 : number;
  const index = isShared(request, at) ? 0xffffffff : at + 1;
  const digits = [run, group, index].map(value => (value >>> 0).toString(16).padStart(8, '0'));
  return `${digits[0]}-0000-4000-${digits[1]?.slice(0, 4)}-${digits[1]?.slice(4)}${digits[2]}`;
}

/** From nothing over a nanosecond to seconds, evenly over the orders of magnitude. */
function durationOf(random: Random): bigint {
  const chance = random();
  if (chance < 0.002) return 0n;
  if (chance < 0.004) return 1n;
  return BigInt(Math.floor(10 ** (3 + random() * 6.7)));
}

function endOf({ kind, baseMs }: TrafficRequest, random: Random): bigint {
  const jitterNanos = BigInt(wholeBelow(2_000_000_000, random));
  const ago = (ms: number): bigint => BigInt(baseMs - ms) * nanosPerMs - jitterNanos;
  switch (kind) {
    case 'fresh':
    case 'large':
      return ago(0);
    case 'hours':
      return ago(hourMs * (1 + wholeBelow(47, random)));
    case 'days':
      return ago(dayMs * wholeBelow(7, random));
    case 'edge': {
      const step = [10_000, hourMs, dayMs][wholeBelow(3, random)] ?? hourMs;
      const edgeMs = baseMs - (baseMs % step);
      return BigInt(edgeMs) * nanosPerMs - BigInt(wholeBelow(2, random));
    }
  }
}
