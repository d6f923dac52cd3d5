import {
  type AttributeFilter,
  type Filters,
  idOf,
  limits,
  type Status,
  statuses,
  whole,
} from './filters.ts';

/** What can be filtered by, in words. */
export const kinds = {
  service: 'Service',
  operation: 'Operation',
  root_service: 'Root service',
  status: 'Status',
  min_duration: 'Duration at least',
  max_duration: 'Duration at most',
  attribute: 'Attribute',
  id: 'Trace id',
} as const;

export type Kind = keyof typeof kinds;

/** A filter while it is typed. */
export type Draft = {
  readonly kind: Kind;
  /** Of an attribute. */
  readonly key: string;
  readonly isNot: boolean;
  readonly value: string;
};

export const emptyDraft: Draft = { kind: 'service', key: '', isNot: false, value: '' };

type Added = { readonly filters: Filters } | { readonly problem: string };

/** The filters with one more, or why that cannot be asked for. */
export function withDraft(filters: Filters, draft: Draft): Added {
  const value = whole(draft.value);
  if (value.trim() === '') return { problem: 'Type a value.' };
  switch (draft.kind) {
    case 'service':
    case 'operation':
    case 'root_service':
      return { filters: { ...filters, [draft.kind]: value } };
    case 'status':
      return { filters: { ...filters, status: statusOf(value) } };
    case 'min_duration':
    case 'max_duration':
      return withDuration(filters, draft.kind, value);
    case 'id':
      return withId(filters, value);
    case 'attribute':
      return withAttribute(filters, { key: draft.key, isNot: draft.isNot, values: [value] });
  }
}

const statusOf = (text: string): Status => statuses.find(each => each === text) ?? 'error';

function withDuration(
  filters: Filters,
  kind: 'min_duration' | 'max_duration',
  typed: string,
): Added {
  const ms = typedDuration(typed);
  return ms === undefined
    ? { problem: 'Type a duration such as 250, 250 ms, 1.5 s or 2 min.' }
    : { filters: { ...filters, [kind]: ms } };
}

function withId(filters: Filters, typed: string): Added {
  const id = idOf(typed);
  return id === undefined
    ? { problem: 'A trace id has up to 32 digits from 0 to 9 and a to f.' }
    : { filters: { ...filters, id } };
}

/** Values of the same attribute are alternatives of one filter. */
function withAttribute(filters: Filters, added: AttributeFilter): Added {
  const problem = keyProblem(added);
  if (problem !== undefined) return { problem };
  const at = filters.attributes.findIndex(
    ({ key, isNot }) => key === added.key && isNot === added.isNot,
  );
  const before = filters.attributes[at];
  const values = [...new Set([...(before?.values ?? []), ...added.values])];
  if (values.length > limits.values)
    return { problem: `One attribute takes at most ${limits.values} values.` };
  if (before === undefined && filters.attributes.length >= limits.attributes)
    return { problem: `At most ${limits.attributes} attributes can be filtered by at once.` };
  const attributes =
    before === undefined
      ? [...filters.attributes, added]
      : filters.attributes.with(at, { ...added, values });
  return { filters: { ...filters, attributes } };
}

function keyProblem({ key, isNot }: AttributeFilter): string | undefined {
  if (key === '' || !key.isWellFormed()) return 'Type the name of an attribute.';
  if (key.length > limits.characters) return 'This name is too long to be filtered by.';
  return key.endsWith('!') && !isNot
    ? 'A name that ends with ! can only be filtered by with "is not".'
    : undefined;
}

const sizes: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1_000,
  m: 60_000,
  min: 60_000,
  h: 3_600_000,
};

/** Milliseconds of a duration as people type it. Undefined: not understood. */
export function typedDuration(text: string): number | undefined {
  const [, amount = '', unit = 'ms'] =
    /^(\d{1,12}(?:[.,]\d{1,9})?)\s*(ms|s|min|m|h)?$/u.exec(text.trim()) ?? [];
  const ms = Math.round(Number(amount.replace(',', '.') || Number.NaN) * (sizes[unit] ?? 1));
  return ms <= limits.durationMs ? ms : undefined;
}
