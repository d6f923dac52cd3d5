import type { Json } from '../../schemas/json.ts';
import type { FieldFault } from '../faults.ts';

/** One step into an object or a list. */
type Step = string | number;

const stepPattern =
  /\.([\p{L}\p{N}_$-]+)|\[(\d{1,6})\]|\[(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")\]/gu;

/** The steps of a path such as `$.checks[0].status`, `$['a b']` or `$["a b"]`; undefined: it is none. */
export function parseJsonPath(path: string): readonly Step[] | undefined {
  if (!path.startsWith('$')) return undefined;
  const rest = path.slice(1);
  const found = [...rest.matchAll(stepPattern)];
  if (found.map(([text]) => text).join('') !== rest) return undefined;
  return found.map(([, name, index, single, double]) => {
    if (index !== undefined) return Number(index);
    return name ?? (single ?? double ?? '').replaceAll(/\\(.)/gu, '$1');
  });
}

type Sent = {
  readonly assertions?:
    | { readonly json_path?: { readonly path: string } | undefined }
    | null
    | undefined;
};

/** What is wrong with the path in the assertions of a request. */
export function jsonPathFaults({ assertions }: Sent): FieldFault[] {
  const path = assertions?.json_path?.path;
  if (path === undefined || parseJsonPath(path) !== undefined) return [];
  const message = 'expected a path such as $.checks[0].status';
  return [{ field: 'assertions.json_path.path', message }];
}

/** What the path leads to; undefined: nothing. */
export function valueAt(document: Json, path: string): Json | undefined {
  let value: Json | undefined = document;
  for (const step of parseJsonPath(path) ?? []) value = inside(value, step);
  return value;
}

function inside(value: Json | undefined, step: Step): Json | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (typeof step === 'number') return Array.isArray(value) ? value[step] : undefined;
  return Object.hasOwn(value, step) ? (value as Record<string, Json>)[step] : undefined;
}
