import type { OrganizationId } from '../../../schemas/ids.ts';
import { bucketsOf, type Selection, selected } from '../attributes/selected-spans.ts';
import { knownSql } from '../windows/known-condition.ts';
import { type QueryContext, readRows } from '../windows/window-metrics.ts';
import { copilotLimits } from './config.ts';

export type Affected = {
  /** The attribute that names who sent a request. */
  readonly key: string;
  /** How many of them sent requests of the selection, and some, those with the most requests first. */
  readonly count: number;
  readonly most: readonly { readonly value: string; readonly requests: number }[];
};

type Asked = {
  readonly organization: OrganizationId;
  readonly selection: Selection;
  /** Attributes that name people, the likeliest first. */
  readonly keys: readonly string[];
  readonly atMs: number | undefined;
};

type Row = {
  readonly key: string;
  readonly values: string;
  readonly most: readonly [string, string][];
};

/** Who sent the requests of a selection, by each attribute that names somebody on them. */
export async function readAffected(
  { organization, selection, keys, atMs }: Asked,
  reading: QueryContext,
): Promise<Affected[]> {
  const { sql, parameters } = selected(selection, 'selection');
  const rows = await readRows<Row>(
    {
      sql: `SELECT key, toString(count()) AS values,
              arraySlice(arrayReverseSort(each -> each.2, groupArray((value, requests))), 1, ${copilotLimits.namedMax}) AS most
            FROM (
              SELECT named.1 AS key, leftUTF8(named.2, ${copilotLimits.valueCharactersMax}) AS value, count() AS requests
              FROM spans
              ARRAY JOIN arrayFilter(each -> has({keys:Array(String)}, each.1), arrayZip(attributes.key, attributes.value)) AS named
              PREWHERE organization = {organization:UUID} AND ${bucketsOf(selection.from, selection.to)} ${knownSql(atMs)}
              WHERE ${sql}
              GROUP BY key, value
              ORDER BY requests DESC LIMIT ${copilotLimits.affectedMax} BY key)
            GROUP BY key`,
      parameters: { organization, keys, ...parameters },
    },
    reading,
  );
  return rows
    .map(({ key, values, most }) => ({
      key,
      count: Number(values),
      most: most.map(([value, requests]) => ({ value, requests: Number(requests) })),
    }))
    .toSorted((left, right) => keys.indexOf(left.key) - keys.indexOf(right.key));
}
