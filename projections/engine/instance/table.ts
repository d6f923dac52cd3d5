import type { TableName } from '../../../platform/read-store/port.ts';
import type { Projection } from '../projection.ts';

type Named = Pick<Projection, 'name' | 'version'>;

/** Two generations take turns: one is read while the other is built. */
export const firstTable = (projection: Named): TableName => tableOf(projection, 'a');

export const otherTable = (projection: Named, table: TableName): TableName =>
  table === tableOf(projection, 'a') ? tableOf(projection, 'b') : tableOf(projection, 'a');

/** Whether the table was built by this version of the projection. */
export const isOfVersion = (projection: Named, table: TableName | undefined): boolean =>
  table === tableOf(projection, 'a') || table === tableOf(projection, 'b');

const tableOf = ({ name, version }: Named, generation: 'a' | 'b'): TableName =>
  `${name}@${version}#${generation}`;
