import type { IncomingBody, Permit } from '../../../platform/http/admission.ts';
import {
  type HttpProblem,
  jitteredSeconds,
  overloaded,
  rateLimited,
} from '../../../platform/http/problem.ts';
import {
  type AdmissionDecision,
  decideAdmission,
  openShares,
} from '../../../platform/shares/fair-shares.ts';
import { type AdmissionLimits, admissionLimits } from '../config.ts';
import { openLimit } from '../core/adaptive-limit.ts';
import { openClaims } from '../core/reservations.ts';
import type { ConsumerLagLimiter } from './consumer-lag.ts';
import { acquirePermit } from './permit.ts';
import { openSilentBodies } from './silent-bodies.ts';

/**
 * Why a request was rejected: its organization is over its fair share of what this process holds, the process is
 * full, or more waits for the processor than may.
 */
export type RejectReason = 'organization' | 'process' | 'backlog';

type Rejection = {
  readonly why: RejectReason;
  /** The organization is over its fair share: others would be admitted. */
  readonly isOver: boolean;
};

export type GateOptions = {
  /** What waits for the processor; absent where nothing of the requests does. */
  readonly backlog?: Pick<ConsumerLagLimiter, 'shares' | 'limit'>;
  readonly onRefused: (why: RejectReason) => void;
  /** There may be room for one that was rejected. */
  readonly onReleased?: () => void;
  /** Of the monotonic clock, in milliseconds. */
  readonly now?: () => number;
  /** From 0 to 1. */
  readonly random?: () => number;
  readonly limits?: Partial<AdmissionLimits>;
};

export type AdmissionController = {
  /** A permit; undefined when there is no room. */
  readonly ask: (asked: IncomingBody) => Permit | undefined;
  /** Counts a rejection; gives what its client is answered: what is short now. */
  readonly refused: (asked: IncomingBody) => HttpProblem;
  /** Bytes under way, and how many may be. */
  readonly underWay: () => number;
  readonly limit: () => number;
};

/**
 * Decides before a body is read whether there is room for it, so that a refusal costs next to
 * nothing: by the bytes under way in this process, whose limit follows how long they are, and by
 * what the processor beside it has still to take.
 */
export function createAdmissionController(options: GateOptions): AdmissionController {
  const { backlog, onRefused, now = () => performance.now(), random = Math.random } = options;
  const limits = { ...admissionLimits, ...options.limits };
  const shares = openShares();
  const limit = openLimit({
    min: limits.bytesMin,
    max: limits.bytesMax,
    step: limits.stepBytes,
    targetMs: limits.targetMs,
  });
  const bound = limits.bytesBound;
  const claims = openClaims(now, limits.claimMs);
  const problemOf = ({ why, isOver }: Rejection): HttpProblem => {
    onRefused(why);
    const seconds = jitteredSeconds(random());
    return isOver
      ? rateLimited(sentences[why], seconds * 1000)
      : overloaded(sentences[why], seconds);
  };
  const silent = openSilentBodies(now, limits);
  const full = (organization: string): never => {
    silent.breakOff();
    const isAlone = shares.organizations() === 1 && shares.held(organization) > 0;
    throw problemOf(isAlone ? processFull : { why: 'organization', isOver: true });
  };
  const released = options.onReleased ?? (() => undefined);
  const room = { shares, claims, limit, limits, now, silent, full, released };
  const requestOf = (asked: IncomingBody) => ({
    organization: asked.organizationId,
    amount: Math.max(limits.requestBytesMin, expectedBytes(asked, limits)),
  });
  /** What is short for it; undefined when there is room. */
  const lackFor = (request: ReturnType<typeof requestOf>): Rejection | undefined => {
    claims.expire();
    const place = decideAdmission(shares, request, { limit: limit.value(), bound });
    if (place !== 'admitted')
      return rejection(place, place === 'full' ? 'process' : 'organization');
    if (backlog === undefined) return undefined;
    const behind = decideAdmission(backlog.shares, request, {
      limit: backlog.limit(),
      bound: unbounded,
    });
    return behind === 'admitted' ? undefined : rejection(behind, 'backlog');
  };
  const ask = (asked: IncomingBody): Permit | undefined => {
    const request = requestOf(asked);
    if (lackFor(request) !== undefined) {
      silent.breakOff();
      return undefined;
    }
    shares.take(request.organization, request.amount);
    return acquirePermit(room, asked, request.amount);
  };
  const refused = (asked: IncomingBody): HttpProblem =>
    problemOf(lackFor(requestOf(asked)) ?? processFull);
  return { ask, refused, underWay: shares.total, limit: limit.value };
}

const processFull: Rejection = { why: 'process', isOver: false };

const rejection = (decision: AdmissionDecision, why: RejectReason): Rejection => ({
  why,
  isOver: decision === 'over',
});

/** Who has less than its share of the backlog is never refused for it: the log is on disk. */
const unbounded = Number.POSITIVE_INFINITY;

const expectedBytes = (
  { wireBytes, isDeflated }: IncomingBody,
  { unstatedBytes, inflation, expectedBytesMax }: AdmissionLimits,
): number => {
  const bytes = wireBytes ?? unstatedBytes;
  return Math.min(expectedBytesMax, isDeflated ? bytes * inflation : bytes);
};

const sentences: Readonly<Record<RejectReason, string>> = {
  organization: 'this organization sends more than its share of what can be taken now',
  process: 'more is sent than can be taken now',
  backlog: 'more is sent than can be processed now',
};
