/** What a list of traces is asked for; the names are those of the API and of the link. */
export type Filters = {
  readonly service?: string;
  readonly operation?: string;
  readonly root_service?: string;
  readonly status?: Status;
  /** Whole milliseconds. */
  readonly min_duration?: number;
  readonly max_duration?: number;
  /** The first digits of a trace id. */
  readonly id?: string;
  readonly attributes: readonly AttributeFilter[];
};

export type AttributeFilter = {
  readonly key: string;
  readonly isNot: boolean;
  readonly values: readonly string[];
};

export const statuses = ['error', 'ok', 'unset'] as const;
export type Status = (typeof statuses)[number];

const textNames = ['service', 'operation', 'root_service'] as const;
const names = new Set<string>([...textNames, 'status', 'min_duration', 'max_duration', 'id']);
const prefix = 'attr.';

/** What the server takes. */
export const limits = {
  attributes: 10,
  values: 20,
  characters: 1_000,
  durationMs: 999_999_999_999,
};

type Search = Readonly<Record<string, unknown>>;

/** Keeps what is well formed; a link that was cut on its way still opens. `parse(print(filters))` is `filters`. */
export function parseFilters(search: Search): Filters {
  const texts = Object.fromEntries(
    textNames.flatMap(name => {
      const text = textOf(search[name]);
      return text === undefined ? [] : [[name, text]];
    }),
  );
  const status = statuses.find(each => each === search.status);
  const shortest = durationOf(search.min_duration, Math.floor);
  const longest = durationOf(search.max_duration, Math.ceil);
  const id = idOf(search.id);
  return {
    ...texts,
    ...(status !== undefined && { status }),
    ...(shortest !== undefined && { min_duration: shortest }),
    ...(longest !== undefined && { max_duration: longest }),
    ...(id !== undefined && { id }),
    attributes: attributesOf(search),
  };
}

export function printFilters(filters: Filters): Record<string, string | readonly string[]> {
  const { attributes, ...rest } = filters;
  const printed: Record<string, string | readonly string[]> = {};
  for (const [name, value] of Object.entries(rest)) printed[name] = String(value);
  for (const { key, isNot, values } of attributes)
    printed[`${prefix}${key}${isNot ? '!' : ''}`] = values.length === 1 ? String(values) : values;
  return printed;
}

/** What else a link says. */
export const withoutFilters = (search: Search): Search =>
  Object.fromEntries(
    Object.entries(search).filter(([name]) => !names.has(name) && !name.startsWith(prefix)),
  );

export const isFiltered = (filters: Filters): boolean =>
  Object.keys(filters).length > 1 || filters.attributes.length > 0;

/** Half of a character outside of the first plane does not survive a link. */
export const whole = (text: string): string => text.slice(0, limits.characters).toWellFormed();

function textOf(value: unknown): string | undefined {
  const first = Array.isArray(value) ? value[0] : value;
  return typeof first === 'string' && first !== '' ? whole(first) : undefined;
}

/** Other pages link with parts of milliseconds, of which the server takes whole ones. */
function durationOf(value: unknown, round: (ms: number) => number): number | undefined {
  const ms = typeof value === 'string' && value.trim() !== '' ? round(Number(value)) : Number.NaN;
  return ms >= 0 && ms <= limits.durationMs ? ms + 0 : undefined;
}

export function idOf(value: unknown): string | undefined {
  const id = typeof value === 'string' ? value.trim().replaceAll('-', '').toLowerCase() : '';
  return /^[\da-f]{1,32}$/u.test(id) ? id : undefined;
}

function attributesOf(search: Search): readonly AttributeFilter[] {
  return Object.entries(search)
    .flatMap(([name, value]) => (name.startsWith(prefix) ? attributeOf(name, value) : []))
    .slice(0, limits.attributes);
}

function attributeOf(name: string, value: unknown): readonly AttributeFilter[] {
  const isNot = name.endsWith('!');
  const key = name.slice(prefix.length, isNot ? -1 : undefined);
  const texts = [value].flat().flatMap(each => textOf(each) ?? []);
  const values = [...new Set(texts)].slice(0, limits.values);
  const isKey = key !== '' && key.length <= limits.characters && key.isWellFormed();
  return isKey && values.length > 0 ? [{ key, isNot, values }] : [];
}
