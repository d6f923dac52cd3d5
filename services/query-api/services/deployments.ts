import type { OrganizationId } from '../../../schemas/ids.ts';
import { type QueryContext, readRows } from '../windows/window-metrics.ts';

/** A version of a service that began after another one. */
export type Deployment = {
  readonly version: string;
  readonly previous_version: string;
  readonly first_seen_at: string;
};

type Asked = {
  readonly organization: OrganizationId;
  readonly service: string;
  readonly fromMs: number;
  readonly toMs: number;
};

/** Spans are looked at from so long before the range, to see that a version is new. */
const versionsBeforeMs = 3_600_000;
const versionsMax = 20;

type VersionRow = { readonly version: string; readonly first_ms: string };

/**
 * Versions of a service (`service.version` of its resources) that began in the range, the latest first. A
 * version that was there from the beginning of what is looked at is not new.
 */
export async function readDeployments(
  { organization, service, fromMs, toMs }: Asked,
  reading: QueryContext,
): Promise<Deployment[]> {
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
        organization,
        service,
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
