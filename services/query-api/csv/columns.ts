import { z } from 'zod';
import type { Route } from '../../../schemas/http/route.ts';

/** The names that lead from an item to the value of a column. */
export type Column = readonly string[];

/** As far as columns follow from it. */
type Described = {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Described>>;
  readonly items?: Described;
  readonly anyOf?: readonly Described[];
};

/** The columns of the list that a route gives as CSV, in the order of its schema: those of an empty list too. */
export function columnsOf({ name, response, csv = '' }: Pick<Route, 'name' | 'response' | 'csv'>) {
  const schema =
    response && (z.toJSONSchema(response, { io: 'output', unrepresentable: 'any' }) as Described);
  const items = schema?.properties?.[csv]?.items;
  if (items === undefined) throw new Error(`expected a list ${csv} in the response of ${name}`);
  return leavesOf(items);
}

/** Of an object, one of each of its fields; of a list, or of what has no fixed fields, one of all of it. */
function leavesOf(described: Described, path: Column = []): Column[] {
  const { properties } = presentOf(described);
  if (properties === undefined) return [path];
  return Object.entries(properties).flatMap(([name, field]) => leavesOf(field, [...path, name]));
}

/** What is described of a value that may be null. */
function presentOf(described: Described): Described {
  const [one, ...others] = (described.anyOf ?? []).filter(({ type }) => type !== 'null');
  return one !== undefined && others.length === 0 ? one : described;
}
