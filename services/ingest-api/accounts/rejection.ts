import { HttpProblem, retryAfter } from '../../../platform/http/problem.ts';
import type { CommandRejected, RejectionReason } from '../../../schemas/events/command.ts';

/** Codes may be asked for again after an hour at the latest. */
const codeRetryAfterMs = 3_600_000;

const statuses: { readonly [Reason in RejectionReason]: number } = {
  registration_unknown: 404,
  verification_code_used: 409,
  verification_code_expired: 410,
  verification_locked: 400,
  too_many_codes: 429,
  too_many_wrong_codes: 429,
  limit_reached: 409,
  api_key_unknown: 404,
  api_key_already_revoked: 409,
};

type Rejection = Pick<CommandRejected['data'], 'reason' | 'message' | 'retryAtMs'>;

/** `nowMs`: `Retry-After` is counted from this instant. */
export function rejectionProblem({ reason, message, retryAtMs }: Rejection, nowMs: number) {
  const pauseMs = reason === 'too_many_codes' ? codeRetryAfterMs : (retryAtMs ?? nowMs) - nowMs;
  const status = statuses[reason];
  return new HttpProblem({
    ...{ status, code: reason, message },
    ...(status === 429 && { headers: retryAfter(pauseMs) }),
  });
}
