import type { Column, ColumnData } from './column.ts';

/** Builders by column name, in the order of `types`, as columns of these types. */
export function withColumnNames<Name extends string>(
  types: Readonly<Record<Name, string>>,
  builders: Readonly<Record<Name, { data(): ColumnData }>>,
): Column[] {
  const names = Object.keys(types) as Name[];
  return names.map(name => ({ name, type: types[name], data: builders[name].data() }));
}
