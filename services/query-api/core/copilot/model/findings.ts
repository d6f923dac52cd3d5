import type { Reference } from '../../../../../schemas/copilot/reference.ts';

type Kind = Reference['type'];

/** What the results of tools named, so that an answer can be compared with it. */
export type Findings = {
  readonly add: (result: unknown) => void;
  /** What an answer names that was found, in the order of the results. */
  readonly namedIn: (answer: string, max: number) => readonly Named[];
  /** Ids of traces in an answer that no result has. */
  readonly unknownIn: (answer: string, max: number) => readonly string[];
};

export type Named = { readonly type: Kind; readonly id: string };

const kindOfField: Readonly<Record<string, Kind>> = {
  service: 'service',
  service_name: 'service',
  alert_id: 'alert',
  anomaly_id: 'anomaly',
};

const keyOf = (type: Kind, id: string): string => `${type} ${id}`;

const traceIds = /\b[0-9a-f]{32}\b/giu;

/** `max`: values that are remembered; results have a limit of their own, so this one is for results of many calls. */
export function openFindings(max: number): Findings {
  const found = new Map<string, Named>();
  const keep = (type: Kind, id: string): void => {
    if (found.size < max) found.set(keyOf(type, id), { type, id });
  };
  return {
    add: result => {
      walk(result, (field, value) => {
        for (const [id] of value.matchAll(traceIds)) keep('trace', id.toLowerCase());
        const kind = kindOfField[field];
        if (kind !== undefined && value !== '') keep(kind, value);
      });
    },
    namedIn: (answer, count) =>
      [...found.values()].filter(({ id }) => names(answer, id)).slice(0, count),
    unknownIn: (answer, count) => {
      const ids = Array.from(answer.matchAll(traceIds), ([id]) => id.toLowerCase());
      return [...new Set(ids)].filter(id => !found.has(keyOf('trace', id))).slice(0, count);
    },
  };
}

/** Every text below a value, with the name of its field; rows of a table have the names of its columns. */
function walk(value: unknown, seen: (field: string, text: string) => void, field = ''): void {
  if (typeof value === 'string') seen(field, value);
  else if (Array.isArray(value)) for (const each of value) walk(each, seen, field);
  else if (value !== null && typeof value === 'object') walkFields(value, seen);
}

function walkFields(value: object, seen: (field: string, text: string) => void): void {
  const { columns, rows, ...fields } = value as Readonly<Record<string, unknown>>;
  walkReference(fields, seen);
  for (const [name, each] of Object.entries(fields)) walk(each, seen, name);
  if (!Array.isArray(columns) || !Array.isArray(rows)) walk([columns, rows], seen);
  else
    for (const row of rows)
      for (const [at, cell] of Object.entries(row)) walk(cell, seen, String(columns[Number(at)]));
}

/** As the references of an answer are. */
function walkReference(
  { type, id }: Readonly<Record<string, unknown>>,
  seen: (field: string, text: string) => void,
): void {
  if (typeof id !== 'string') return;
  if (type === 'service') seen(type, id);
  if (type === 'alert' || type === 'anomaly') seen(`${type}_id`, id);
}

/** As a whole word: `pay` is not named by `payments`. */
function names(answer: string, id: string): boolean {
  for (let at = answer.indexOf(id); at >= 0; at = answer.indexOf(id, at + 1))
    if (!isInWord(answer[at - 1]) && !isInWord(answer[at + id.length])) return true;
  return false;
}

const isInWord = (character: string | undefined): boolean =>
  character !== undefined && /[\p{L}\p{N}_]/u.test(character);
