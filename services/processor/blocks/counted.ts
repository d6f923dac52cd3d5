import { takeRows } from '../../../platform/columns/take.ts';
import type { RequestRecord } from '../gather/request.ts';
import type { TableBlock } from './table-block.ts';

/** Rows from … to, exclusive, of one request. */
type Run = { readonly from: number; readonly to: number; readonly request: number };

type RequestsOfRows = { readonly rows: number; readonly request: Uint32Array };

/**
 * The rows that count, as runs of one request.
 *  repeats  rows that do not, ascending
 */
export function* countedRuns(
  { rows, request }: RequestsOfRows,
  repeats: Uint32Array,
): Iterable<Run> {
  let repeat = 0;
  for (let from = 0; from < rows; ) {
    const nextRepeat = repeats[repeat] ?? rows;
    const number = request[from] as number;
    let to = from;
    while (to < nextRepeat && request[to] === number) to++;
    if (to > from) yield { from, to, request: number };
    from = to;
    if (from === nextRepeat) {
      from++;
      repeat++;
    }
  }
}

/** The requests with the spans that count and their part of the bytes: of one that only repeats others, nothing. */
export function countedRequests(
  requests: readonly RequestRecord[],
  { request }: RequestsOfRows,
  repeats: Uint32Array,
): readonly RequestRecord[] {
  if (repeats.length === 0) return requests;
  const all = countEach(request, requests.length);
  const dropped = countEach(
    repeats.map(row => request[row] as number),
    requests.length,
  );
  return requests.map((given, index) => {
    const [total, repeated] = [all[index] as number, dropped[index] as number];
    if (repeated === 0) return given;
    const bytes = Math.round((given.bytes * (total - repeated)) / total);
    return { ...given, spans: Math.max(0, given.spans - repeated), bytes };
  });
}

function countEach(numbers: Uint32Array, count: number): Uint32Array {
  const counts = new Uint32Array(count);
  for (const number of numbers) counts[number] = (counts[number] as number) + 1;
  return counts;
}

/** The same block without some of its rows, ascending. */
export function withoutRows(block: TableBlock, dropped: Uint32Array): TableBlock {
  if (dropped.length === 0) return block;
  const { columns, partitions } = block;
  const kept = withoutAt(
    Uint32Array.from({ length: partitions.length }, (_, row) => row),
    dropped,
  );
  return {
    ...block,
    columns: takeRows(columns, Uint32Array.from(kept)),
    partitions: withoutAt(partitions, dropped),
  };
}

/** The places of repeats in an ascending list of rows. */
export function rowsOfRepeats(rows: readonly number[], repeats: Uint32Array): Uint32Array {
  if (repeats.length === 0) return repeats;
  const repeated = new Set(repeats);
  return Uint32Array.from([...rows.keys()].filter(place => repeated.has(rows[place] as number)));
}

/** The values that are not at the given places, which are ascending. */
export function withoutAt(values: ArrayLike<number>, places: Uint32Array): ArrayLike<number> {
  if (places.length === 0) return values;
  const kept = new Uint32Array(values.length - places.length);
  let next = 0;
  let length = 0;
  for (let at = 0; at < values.length; at++) {
    if (places[next] === at) next++;
    else kept[length++] = values[at] as number;
  }
  return kept;
}
