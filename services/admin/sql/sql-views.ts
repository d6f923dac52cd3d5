import { type View, views } from '../../../domain/admin/views.ts';
import { nilOrganization } from '../../../schemas/ids.ts';

/**
 * The statement as a part of one in which the names of the views stand for what they show, without
 * rows that are bookkeeping. Its parentheses must be balanced.
 */
export function overViews(statement: string, database: string, rowsMax: number): string {
  const shown = Object.entries<View>(views).map(
    ([name, view]) => `${name} AS (${viewSql(view, database)})`,
  );
  return `WITH ${shown.join(',\n')}\nSELECT * FROM (\n${statement}\n) LIMIT ${rowsMax}`;
}

function viewSql({ table, columns, merged, groupBy }: View, database: string): string {
  const selected = Object.entries(columns).map(([name, [sql]]) => `${sql} AS ${name}`);
  const from = `\`${database.replaceAll(/[\\`]/gu, '\\$&')}\`.${table} AS t${merged ? ' FINAL' : ''}`;
  const where = `t.organization != toUUID('${nilOrganization}')`;
  const grouped = groupBy === undefined ? '' : ` GROUP BY ${groupBy}`;
  return `SELECT ${selected.join(', ')} FROM ${from} WHERE ${where}${grouped}`;
}
