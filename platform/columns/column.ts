/**
 * Rows by column, laid out as ClickHouse's Native format lays them out, so that inserting is
 * copying. Callers build them with the builders of this folder and never write a byte themselves.
 */
export type Column = { readonly name: string; readonly type: string; readonly data: ColumnData };

export type ColumnData =
  /** Little-endian values, each of `width` bytes. */
  | { readonly kind: 'fixed'; readonly width: number; readonly bytes: Uint8Array }
  /** Each value: varint of its length in bytes, then the bytes. */
  | { readonly kind: 'strings'; readonly bytes: Uint8Array }
  /** LowCardinality(String): `dictionary` is `size` strings as above, `indexes` one per row. */
  | {
      readonly kind: 'dictionary';
      readonly size: number;
      readonly dictionary: Uint8Array;
      readonly indexes: Uint32Array;
    }
  /** Array: end of each row in `values`, counted in values. */
  | { readonly kind: 'array'; readonly ends: BigUint64Array; readonly values: ColumnData }
  /** Map: as an array of keys and values. */
  | {
      readonly kind: 'map';
      readonly ends: BigUint64Array;
      readonly keys: ColumnData;
      readonly values: ColumnData;
    };
