import type { OrganizationId } from '../../schemas/ids.ts';
import { resourceVersionsSql } from './resource-versions.ts';

/** A version of a service that began after another one. */
export type Deployment = {
  readonly version: string;
  readonly previous_version: string;
  readonly first_seen_at: string;
};

type Range = { readonly fromMs: number; readonly toMs: number };

export type VersionsAsked = Range & {
  readonly organization: OrganizationId;
  /** Of which services; all of them when empty. */
  readonly services: readonly string[];
  /** A condition on the spans that count; all when empty. */
  readonly known: string;
};

type Read = <Row>(statement: {
  readonly sql: string;
  readonly parameters: { readonly organization: OrganizationId } & Readonly<
    Record<string, unknown>
  >;
}) => Promise<Row[]>;

/** Versions of services that one read looks at. */
const versionsMax = 2_000;

/** Spans are looked at from so long before the range, to see that a version is new. */
const versionsBeforeMs = 3_600_000;

type VersionRow = {
  readonly service: string;
  readonly version: string;
  readonly first_ms: string;
};

export type Versions = {
  /** Of each service those that were seen, in the order in which they began. */
  readonly seen: ReadonlyMap<string, readonly VersionRow[]>;
  /** False when there are more versions than are looked at. */
  readonly isWhole: boolean;
};

/** The versions of services (`service.version` of their resources) that sent spans in the range or shortly before, in one statement. */
export async function readVersionsSeen(
  { organization, services, fromMs, toMs, known }: VersionsAsked,
  read: Read,
): Promise<Versions> {
  const rows = await read<VersionRow>({
    sql: `SELECT service, version, toString(toUnixTimestamp64Milli(min(began))) AS first_ms
            FROM (
              SELECT service, resource, min(start) AS began FROM spans
              WHERE organization = {organization:UUID}
                AND (empty({services:Array(String)}) OR service IN {services:Array(String)})
                AND bucket >= toDateTime({from:UInt32}, 'UTC') AND bucket < toDateTime({to:UInt32}, 'UTC') ${known}
              GROUP BY service, resource
            ) AS seen
            INNER JOIN (
              ${resourceVersionsSql()}
            ) AS known ON known.fingerprint = seen.resource
            GROUP BY service, version ORDER BY service, min(began), version
            LIMIT ${versionsMax + 1}`,
    parameters: {
      organization,
      services,
      from: Math.max(0, Math.floor((fromMs - versionsBeforeMs) / 1000)),
      to: Math.ceil(toMs / 1000),
    },
  });
  const seen = new Map<string, VersionRow[]>();
  for (const row of rows.slice(0, versionsMax))
    seen.set(row.service, [...(seen.get(row.service) ?? []), row]);
  return { seen, isWhole: rows.length <= versionsMax };
}

/** A version that was there from the beginning of what is looked at is not new. */
export const deploymentsOf = (rows: readonly VersionRow[], { fromMs, toMs }: Range): Deployment[] =>
  rows
    .flatMap(({ version, first_ms: beganMs }, at) => {
      const before = rows[at - 1];
      const isRecent = Number(beganMs) >= fromMs && Number(beganMs) < toMs;
      if (before === undefined || !isRecent) return [];
      const first_seen_at = new Date(Number(beganMs)).toISOString();
      return [{ version, previous_version: before.version, first_seen_at }];
    })
    .toReversed();
