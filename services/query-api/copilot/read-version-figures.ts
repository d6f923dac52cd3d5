import type { OrganizationId } from '../../../schemas/ids.ts';
import { bucketsOf, selected } from '../attributes/selected-spans.ts';
import { type QueryContext, readRows } from '../windows/window-metrics.ts';

export type VersionFigures = {
  readonly version: string;
  readonly requests: number;
  readonly errors: number;
  readonly p95Ms: number;
};

type Asked = {
  readonly organization: OrganizationId;
  readonly service: string;
  readonly version: string;
  readonly from: number;
  readonly to: number;
};

/** The requests of one version of a service; the p95 by nearest rank. */
export async function readVersionFigures(
  { organization, service, version, from, to }: Asked,
  reading: QueryContext,
): Promise<VersionFigures> {
  const attributes = [{ key: 'service.version', values: [version], is_not: false }];
  const { sql, parameters } = selected({ from, to, service, attributes }, 'selection');
  const [row] = await readRows<{ requests: string; errors: string; p95: string }>(
    {
      sql: `SELECT toString(count()) AS requests, toString(countIf(status = 2)) AS errors,
              toString(arraySort(groupArray(spans.duration))[toUInt64(ceil(0.95 * count()))]) AS p95
            FROM spans
            PREWHERE organization = {organization:UUID} AND ${bucketsOf(from, to)}
            WHERE ${sql}`,
      parameters: { organization, ...parameters },
    },
    reading,
  );
  return {
    version,
    requests: Number(row?.requests ?? 0),
    errors: Number(row?.errors ?? 0),
    p95Ms: Number(row?.p95 ?? 0) / 1e6,
  };
}
