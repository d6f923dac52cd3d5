import type { Json } from '../../../../schemas/json.ts';
import type { Entry } from './entry.ts';

/** One value that changed, by its whole path, such as `rule.threshold`. */
export type Leaf = { readonly path: string; readonly before: Json; readonly after: Json };

type Change = Entry['changes'][number];
type Fields = { readonly [name: string]: Json };

/** The values within the fields that differ; a field of parts is looked into, a list is one value. */
export const leavesOf = (changes: readonly Change[]): readonly Leaf[] =>
  changes.flatMap(({ field, before, after }) => {
    const leaves = [...differing(field, before, after)];
    // Hidden values look the same, though they differ.
    return leaves.length > 0 ? leaves : [{ path: field, before, after }];
  });

function* differing(path: string, before: Json, after: Json): Generator<Leaf> {
  if (!isParts(before) && !isParts(after)) {
    if (JSON.stringify(before) !== JSON.stringify(after)) yield { path, before, after };
    return;
  }
  const [left, right] = [partsOf(before), partsOf(after)];
  if (left === undefined || right === undefined) {
    yield { path, before, after };
    return;
  }
  for (const name of new Set([...Object.keys(left), ...Object.keys(right)]))
    yield* differing(`${path}.${name}`, left[name] ?? null, right[name] ?? null);
}

const isParts = (value: Json): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What was not there has no parts; undefined: it is a value of another shape. */
const partsOf = (value: Json): Fields | undefined =>
  value === null ? {} : isParts(value) ? value : undefined;
