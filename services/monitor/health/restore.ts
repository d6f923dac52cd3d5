import { chunk } from '../../../platform/chunk.ts';
import type { Warehouse } from '../../../platform/warehouse/port.ts';
import { organizationId } from '../../../schemas/ids.ts';
import type { SampleKind, SampleOutcome } from '../../../schemas/samples/record.ts';
import { limits } from '../config.ts';
import type { PlacedSample } from '../core/health/check-book.ts';

type Wanted = {
  readonly partition: number;
  /** Only samples before it. */
  readonly offset: number;
  readonly sinceMs: number;
  readonly subjects: readonly { readonly checkId: string; readonly organizationId: string }[];
};

/** The last samples of checks before an offset of their partition, in the order of the partition. */
export async function readLastSamples(
  { subjects, ...wanted }: Wanted,
  {
    warehouse,
    signal,
  }: { readonly warehouse: Pick<Warehouse, 'query'>; readonly signal: AbortSignal },
): Promise<readonly PlacedSample[]> {
  const found: PlacedSample[] = [];
  for (const some of chunk(subjects, limits.health.restoredChecksAtOnceMax)) {
    const rows = await warehouse.query<Row>(
      sql,
      {
        organizations: [...new Set(some.map(one => one.organizationId))],
        subjects: some.map(({ checkId }) => checkId),
        ...wanted,
      },
      { signal, maxExecutionMs: limits.queryMsMax },
    );
    found.push(...rows.map(restored));
  }
  return found.toSorted((left, right) => left.offset - right.offset);
}

const sql = `SELECT toString(organization) AS organization, toString(subject) AS subject, arrayJoin(
    groupArraySorted(${limits.health.restoredSamplesMax})(
      (-toInt64(offset), toUnixTimestamp64Milli(time), toString(sample), toString(kind), toString(outcome), error))) AS latest,
    toString(-latest.1) AS at_offset, toString(latest.2) AS at_ms, latest.3 AS id, latest.4 AS kind_name,
    latest.5 AS outcome_name, latest.6 AS error_text
  FROM samples
  WHERE samples.organization IN {organizations:Array(UUID)} AND samples.subject IN {subjects:Array(UUID)}
    AND time >= fromUnixTimestamp64Milli({sinceMs:Int64}) AND partition = {partition:UInt16} AND offset < {offset:UInt64}
  GROUP BY samples.organization, samples.subject`;

type Row = {
  readonly organization: string;
  readonly subject: string;
  readonly at_offset: string;
  readonly at_ms: string;
  readonly id: string;
  readonly kind_name: SampleKind;
  readonly outcome_name: SampleOutcome;
  readonly error_text: string;
};

const restored = (row: Row): PlacedSample => ({
  offset: Number(row.at_offset),
  sample: {
    kind: row.kind_name,
    organizationId: organizationId(row.organization),
    subject: row.subject,
    id: row.id,
    atMs: Number(row.at_ms),
    outcome: row.outcome_name,
    error: row.error_text,
  },
});
