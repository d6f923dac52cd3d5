import type { ResponseOf } from '../../../schemas/http/routes.ts';
import { readDeployments } from '../services/deployments.ts';
import type { QueryContext } from '../windows/window-metrics.ts';
import type { AskedAnomaly } from './asked.ts';
import { anomalyReadLimits } from './config.ts';

/** Versions of the service that began shortly before the anomaly, the latest first. */
export function readPossibleCauses(
  { anomaly, nowMs }: AskedAnomaly,
  reading: QueryContext,
): Promise<ResponseOf<'getAnomaly'>['possible_causes']> {
  const { organizationId: organization, service, metrics, detectedAtMs } = anomaly;
  const [first] = metrics;
  return readDeployments(
    {
      organization,
      service,
      fromMs: (first?.fromMs ?? detectedAtMs) - anomalyReadLimits.deploymentBeforeMs,
      toMs: Math.min(first?.toMs ?? detectedAtMs, nowMs),
      known: '',
    },
    reading,
  );
}
