import type { EventPayload } from '../../schemas/events/event.ts';
import type { HealthCheckId, OutageId } from '../../schemas/health/ids.ts';
import type { OrganizationId } from '../../schemas/ids.ts';

type Outage = {
  readonly organizationId: OrganizationId;
  readonly checkId: HealthCheckId;
  readonly outage: string;
  readonly serviceName: string;
};

/** The beginning or the end of an outage of a check. */
export function outageEvent(
  why: 'first' | 'resolved',
  { outage, ...ofCheck }: Outage,
): EventPayload {
  const place = { offset: 0, checkedAtMs: 0 };
  const data = { ...ofCheck, ...place, checkName: 'page', outageId: outage as OutageId };
  return why === 'first'
    ? { type: 'HealthCheckFailed', data: { ...data, error: 'no' } }
    : { type: 'HealthCheckRecovered', data: { ...data, failedAtMs: 0 } };
}
