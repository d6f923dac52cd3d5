import type { Assertions } from '../../../schemas/health/check.ts';
import type { RequestOf } from '../../../schemas/http/routes.ts';

type Sent = NonNullable<RequestOf<'createHealthCheck'>['assertions']>;

/** The assertions of a request. */
export const assertionsOf = (sent: Sent): Assertions => ({
  ...(sent.body_contains !== undefined && { bodyContains: sent.body_contains }),
  ...(sent.json_path !== undefined && { jsonPath: sent.json_path }),
  ...(sent.response_time_ms !== undefined && { responseMsMax: sent.response_time_ms }),
  ...(sent.certificate_days !== undefined && { certificateDays: sent.certificate_days }),
});
