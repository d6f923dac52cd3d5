import { HttpProblem } from '../../../platform/http/problem.ts';
import type { CommandRejected, RejectionReason } from '../../../schemas/events/command.ts';

/** Codes may be asked for again after an hour at the latest. */
const codeRetryAfterSeconds = '3600';

const statuses: { readonly [Reason in RejectionReason]: number } = {
  registration_unknown: 404,
  verification_code_used: 409,
  verification_code_expired: 410,
  verification_locked: 400,
  too_many_codes: 429,
  api_key_unknown: 404,
  api_key_already_revoked: 409,
};

export function rejectionProblem(data: Pick<CommandRejected['data'], 'reason' | 'message'>) {
  const { reason, message } = data;
  const isLimit = reason === 'too_many_codes';
  return new HttpProblem({
    status: statuses[reason],
    code: reason,
    message,
    ...(isLimit && { headers: { 'Retry-After': codeRetryAfterSeconds } }),
  });
}
