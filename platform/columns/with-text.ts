import type { ColumnData } from './column.ts';
import { StringColumn } from './strings.ts';

type DictionaryData = Extract<ColumnData, { readonly kind: 'dictionary' }>;

/** The same texts, but one text in the rows where `isOut` is not 0. */
export function withText(data: ColumnData, text: string, isOut: Uint8Array): ColumnData {
  if (data.kind !== 'dictionary') throw new TypeError(`expected a dictionary, found ${data.kind}`);
  const { size, dictionary, indexes }: DictionaryData = data;
  const added = new StringColumn();
  added.pushText(text);
  const { bytes } = added.data() as { readonly bytes: Uint8Array };
  return {
    kind: 'dictionary',
    size: size + 1,
    dictionary: Buffer.concat([dictionary, bytes]),
    indexes: indexes.map((index, row) => (isOut[row] === 0 ? index : size)),
  };
}
