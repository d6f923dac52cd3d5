import type { Column } from '../../platform/columns/column.ts';
import type { Warehouse } from '../../platform/warehouse/port.ts';

export type TableRow = Readonly<Record<string, unknown>>;

type Block = {
  readonly table: string;
  readonly token: string;
  readonly rows: readonly TableRow[];
};

export type ScoreTable = ReturnType<typeof openScoreTable>;

/**
 * `anomaly_scores` as ClickHouse keeps it: a block whose token it has seen is dropped, and of rows with the same sorting
 * key the one that came last stays.
 */
export function openScoreTable() {
  const tokens = new Set<string>();
  const rows = new Map<string, TableRow>();
  return {
    take: ({ table, token, rows: come }: Block): void => {
      if (table !== 'anomaly_scores' || tokens.has(token)) return;
      tokens.add(token);
      for (const row of come) rows.set(`${nameOf(row)} ${row.place}`, row);
    },
    /** As it is read: one row for each service, metric and minute, that of the highest place. */
    read: (): ReadonlyMap<string, TableRow> => {
      const inOrder = [...rows.values()].sort((one, other) => placeOf(one) - placeOf(other));
      return new Map(inOrder.map(row => [nameOf(row), row]));
    },
  };
}

const nameOf = ({ service, metric, minute }: TableRow): string =>
  `${service} ${metric} ${Number(minute) / 60}`;
const placeOf = ({ place }: TableRow): number => Number(place);

/** A block as it is inserted. */
export function blockOf(
  ...[table, count, columns, options]: Parameters<Warehouse['insertColumns']>
): Block {
  const decoded = columns.map(column => [column.name, valuesOf(column)] as const);
  const rows = Array.from({ length: count }, (_, at) =>
    Object.fromEntries(decoded.map(([name, values]) => [name, values[at]])),
  );
  return { table, token: options?.deduplicationToken ?? '', rows };
}

/** Of the types that the evaluator writes. */
function valuesOf({ type, data }: Column): unknown[] {
  if (data.kind === 'dictionary') {
    const texts = textsOf(data.dictionary, data.size);
    return Array.from(data.indexes, index => texts[index]);
  }
  if (data.kind !== 'fixed')
    throw new Error(`expected a fixed column or a dictionary, found ${data.kind}`);
  const bytes = Buffer.from(data.bytes);
  const { width } = data;
  return Array.from({ length: bytes.length / width }, (_, at) => {
    if (type === 'Float64') return bytes.readDoubleLE(at * width);
    if (width === 8) return Number(bytes.readBigUInt64LE(at * width));
    if (width === 4) return bytes.readUInt32LE(at * width);
    return bytes.subarray(at * width, (at + 1) * width).toString('hex');
  });
}

/** Each: its length, shorter than 128 here, and its bytes. */
function textsOf(bytes: Uint8Array, count: number): string[] {
  const all = Buffer.from(bytes);
  let at = 0;
  return Array.from({ length: count }, () => {
    const end = at + 1 + (all[at] ?? 0);
    const text = all.toString('utf8', at + 1, end);
    at = end;
    return text;
  });
}
