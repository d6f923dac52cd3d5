import type { ResponseOf } from '../../../schemas/http/routes.ts';
import { type QueryContext, readRows } from '../windows/window-metrics.ts';
import type { AskedAnomaly } from './asked.ts';
import { anomalyReadLimits } from './config.ts';

type Deployment = ResponseOf<'getAnomaly'>['possible_causes'][number];

type VersionRow = { readonly version: string; readonly first_ms: string };

/**
 * Versions of the service (`service.version` of its resources) that began shortly before the anomaly, the latest
 * first. A version that was there from the beginning of what is looked at is not new.
 */
export async function readDeployments(
  { anomaly, nowMs }: AskedAnomaly,
  reading: QueryContext,
): Promise<Deployment[]> {
  const { deploymentBeforeMs, versionsBeforeMs, versionsMax } = anomalyReadLimits;
  const [first] = anomaly.metrics;
  const fromMs = (first?.fromMs ?? anomaly.detectedAtMs) - deploymentBeforeMs;
  const toMs = Math.min(first?.toMs ?? anomaly.detectedAtMs, nowMs);
  const rows = await readRows<VersionRow>(
    {
      sql: `SELECT version, toString(toUnixTimestamp64Milli(min(began))) AS first_ms
            FROM (
              SELECT resource, min(start) AS began FROM spans
              WHERE organization = {organization:UUID} AND service = {service:String}
                AND bucket >= toDateTime({from:UInt32}, 'UTC') AND bucket < toDateTime({to:UInt32}, 'UTC')
              GROUP BY resource
            ) AS seen
            INNER JOIN (
              SELECT DISTINCT fingerprint,
                \`attributes.value\`[indexOf(\`attributes.key\`, 'service.version')] AS version
              FROM resources
              WHERE organization = {organization:UUID} AND has(\`attributes.key\`, 'service.version')
            ) AS known ON known.fingerprint = seen.resource
            GROUP BY version ORDER BY min(began) LIMIT {limit:UInt32}`,
      parameters: {
        organization: anomaly.organizationId,
        service: anomaly.service,
        from: Math.floor((fromMs - versionsBeforeMs) / 1000),
        to: Math.ceil(toMs / 1000),
        limit: versionsMax,
      },
    },
    reading,
  );
  return deploymentsOf(rows, { fromMs, toMs });
}

type Range = { readonly fromMs: number; readonly toMs: number };

/** `rows` in the order in which the versions began. */
const deploymentsOf = (rows: readonly VersionRow[], { fromMs, toMs }: Range): Deployment[] =>
  rows
    .flatMap(({ version, first_ms: beganMs }, at) => {
      const before = rows[at - 1];
      const isRecent = Number(beganMs) >= fromMs && Number(beganMs) < toMs;
      if (before === undefined || !isRecent) return [];
      const first_seen_at = new Date(Number(beganMs)).toISOString();
      return [{ version, previous_version: before.version, first_seen_at }];
    })
    .toReversed();
