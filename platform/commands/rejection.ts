import type { CommandRejected } from '../../schemas/commands/events.ts';
import { hourMs } from '../../schemas/durations.ts';
import { type RejectionReason, rejectionStatuses } from '../../schemas/features.ts';
import { HttpProblem, retryAfter } from '../http/problem.ts';

type Rejection = Pick<CommandRejected['data'], 'message' | 'retryAtMs'> & {
  readonly reason: RejectionReason;
};

/** When no instant is known from which on the command may succeed. */
const retryMsDefault = hourMs;

/**
 * The response to a command that was rejected; its feature gives the status.
 *  nowMs  `Retry-After` counts from this instant
 */
export function rejectionProblem(
  { reason, message, retryAtMs }: Rejection,
  nowMs: number,
): HttpProblem {
  const status = rejectionStatuses[reason];
  const pauseMs = retryAtMs === undefined ? retryMsDefault : retryAtMs - nowMs;
  return new HttpProblem({
    status,
    code: reason,
    message,
    ...(status === 429 && { headers: retryAfter(pauseMs) }),
  });
}

/** The response to a recorded rejection. Events name their reason as text. */
export const recordedRejection = (data: CommandRejected['data'], nowMs: number): HttpProblem =>
  rejectionProblem({ ...data, reason: data.reason as RejectionReason }, nowMs);
