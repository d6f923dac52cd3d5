import { HttpProblem, retryAfter } from '../../../platform/http/problem.ts';
import type { CommandRejected } from '../../../schemas/commands/events.ts';
import { type RejectionReason, rejectionStatuses } from '../../../schemas/features.ts';

/** Codes may be asked for again after an hour at the latest. */
const codeRetryAfterMs = 3_600_000;

type Rejection = Pick<CommandRejected['data'], 'reason' | 'message' | 'retryAtMs'>;

/** `nowMs`: `Retry-After` is counted from this instant. */
export function rejectionProblem({ reason, message, retryAtMs }: Rejection, nowMs: number) {
  const pauseMs = reason === 'too_many_codes' ? codeRetryAfterMs : (retryAtMs ?? nowMs) - nowMs;
  const status = rejectionStatuses[reason as RejectionReason];
  return new HttpProblem({
    ...{ status, code: reason, message },
    ...(status === 429 && { headers: retryAfter(pauseMs) }),
  });
}
