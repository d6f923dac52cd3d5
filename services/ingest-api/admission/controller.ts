import type { Admit, IncomingBody, Permit } from '../../../platform/http/admission.ts';
import {
  type HttpProblem,
  jitteredSeconds,
  overloaded,
  rateLimited,
} from '../../../platform/http/problem.ts';
import { type AdmissionLimits, admissionLimits } from '../config.ts';
import { openLimit } from '../core/adaptive-limit.ts';
import type { ConsumerLagLimiter } from '../core/consumer-lag.ts';
import { decideAdmission, openShares } from '../core/fair-shares.ts';
import { openClaims } from '../core/reservations.ts';
import { acquirePermit } from './permit.ts';

/** Why a request was rejected: its organization is over its fair share, or the process is full. */
export type RejectReason = 'organization' | 'process' | 'backlog';

export type GateOptions = {
  readonly backlog: Pick<ConsumerLagLimiter, 'shares' | 'limit'>;
  readonly onRefused: (why: RejectReason) => void;
  /** Of the monotonic clock, in milliseconds. */
  readonly now?: () => number;
  /** From 0 to 1. */
  readonly random?: () => number;
  readonly limits?: Partial<AdmissionLimits>;
};

export type AdmissionController = {
  readonly admit: Admit;
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
  const refuse = (why: RejectReason): never => {
    onRefused(why);
    throw problemOf(why, jitteredSeconds(random()));
  };

  const room = { shares, claims, limit, limits, now, full: () => refuse('process') };
  const admit = (asked: IncomingBody): Permit => {
    const organization = asked.organizationId;
    const amount = Math.max(limits.requestBytesMin, expectedBytes(asked, limits));
    const request = { organization, amount };
    claims.expire();
    const place = decideAdmission(shares, request, { limit: limit.value(), bound });
    if (place !== 'admitted') refuse(place === 'full' ? 'process' : 'organization');
    const behind = decideAdmission(backlog.shares, request, {
      limit: backlog.limit(),
      bound: unbounded,
    });
    if (behind !== 'admitted') refuse(behind === 'full' ? 'backlog' : 'organization');
    shares.take(organization, amount);
    return acquirePermit(room, organization, amount);
  };
  return { admit, underWay: shares.total, limit: limit.value };
}

/** Who has less than its share of the backlog is never refused for it: the log is on disk. */
const unbounded = Number.POSITIVE_INFINITY;

const expectedBytes = (
  { wireBytes, isDeflated }: IncomingBody,
  { unstatedBytes, inflation, expectedBytesMax }: AdmissionLimits,
): number => {
  const bytes = wireBytes ?? unstatedBytes;
  return Math.min(expectedBytesMax, isDeflated ? bytes * inflation : bytes);
};

const problemOf = (why: RejectReason, seconds: number): HttpProblem => {
  switch (why) {
    case 'organization':
      return rateLimited(sentences[why], seconds * 1000);
    case 'process':
    case 'backlog':
      return overloaded(sentences[why], seconds);
  }
};

const sentences: Readonly<Record<RejectReason, string>> = {
  organization: 'this organization sends more than its share of what can be taken now',
  process: 'more is sent than can be taken now',
  backlog: 'more is sent than can be processed now',
};
