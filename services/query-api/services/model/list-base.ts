import { nilOrganization, type OrganizationId } from '../../../../schemas/ids.ts';
import { limits } from '../../config.ts';
import { type QueryContext, readRows } from '../../windows/window-metrics.ts';
import { type HistogramRow, histogramOf, type TimeRange } from '../../windows/window-rows.ts';
import type { Piece } from './window-totals.ts';

/** What the warehouse had of an organization when it was asked, and which batches that were. */
export type ListBase = {
  readonly range: TimeRange;
  /** Windows that leave the range until it begins here are kept apart. */
  readonly edgeSeconds: number;
  /** Of each service, all windows that stay in the range. */
  readonly whole: readonly Piece[];
  readonly apart: readonly Piece[];
  /** The last offset of the last batch that it has, by source and day. */
  readonly markers: ReadonlyMap<string, number>;
};

type Row = HistogramRow & {
  readonly service: string;
  /** Of the batches' marker rows, in place of a service; '' otherwise. */
  readonly source: string;
  readonly offset: string;
  /** The window; 0 where several are added up. */
  readonly slot: number;
  readonly last: number;
};

/**
 * Reads windows and the marker rows of batches in one statement, which sees the parts of the table at one instant. The
 * marker of a batch is in the part of its windows, and batches of a source follow each other: what a batch added
 * on a day is there exactly if its offsets are not beyond the highest marker.
 */
export async function readListBase(
  organization: OrganizationId,
  range: TimeRange,
  reading: QueryContext,
): Promise<ListBase> {
  const edgeSeconds = range.fromSeconds + limits.serviceListSeconds;
  const { fromSeconds: from, toSeconds: to } = range;
  const rows = await readRows<Row>(
    {
      sql: `SELECT service, substringIndex(batch, ':', 1) AS source,
                   max(toUInt64OrZero(substringIndex(batch, '-', -1))) AS offset,
                   if(batch != '' OR time < ${edgeSeconds} OR time >= ${to}, toUnixTimestamp(time), 0) AS slot,
                   toUnixTimestamp(max(time)) AS last,
                   sumIf(errors, entry) AS failures, sumMapIf(hist, entry) AS histogram
            FROM windows
            WHERE organization IN ({organization:UUID}, toUUID('${nilOrganization}'))
              AND time >= toStartOfDay(toDateTime(${from}, 'UTC')) AND (batch != '' OR time >= ${from})
            GROUP BY service, source, slot`,
      parameters: { organization },
    },
    reading,
    { resultBytesMax: limits.histogramsBytesMax },
  );
  const pieces = rows.filter(({ source }) => source === '');
  return {
    range,
    edgeSeconds,
    whole: pieces.filter(({ slot }) => slot === 0).map(pieceOf),
    apart: pieces.filter(({ slot }) => slot !== 0).map(pieceOf),
    markers: markersOf(rows),
  };
}

const secondsPerDay = 86_400;

/** A batch has a marker in each day of the table that it has windows in. */
export const markerName = (source: number, time: number): string =>
  `${source} ${time - (time % secondsPerDay)}`;

function pieceOf(row: Row): Piece {
  const { errors, buckets, counts } = histogramOf(row);
  return { service: row.service, time: row.last, errors, buckets, counts };
}

function markersOf(rows: readonly Row[]): ReadonlyMap<string, number> {
  const markers = new Map<string, number>();
  for (const { source, slot, offset } of rows) {
    const partition = /^spans-(\d+)$/.exec(source)?.[1];
    if (partition !== undefined) markers.set(markerName(Number(partition), slot), Number(offset));
  }
  return markers;
}
