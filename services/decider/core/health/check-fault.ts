import type { HealthCheck } from '../../../../schemas/health/check.ts';

/** What is wrong with the fields of a check together; undefined: nothing. */
export function checkFault({ intervalSeconds, request }: HealthCheck): string | undefined {
  if (request === undefined) return undefined;
  const { method, timeoutSeconds, hasBody } = request;
  if (timeoutSeconds > intervalSeconds) {
    return `timeout_seconds (${timeoutSeconds}) must not be longer than check_interval_seconds (${intervalSeconds})`;
  }
  if (hasBody && (method === 'GET' || method === 'HEAD'))
    return `a request with the method ${method} has no body; remove body or change check_method`;
  return undefined;
}
