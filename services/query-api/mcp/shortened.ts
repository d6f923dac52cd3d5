import { exactJsonText, isExactNumber } from '../../../schemas/exact-json.ts';
import type { Json } from '../../../schemas/json.ts';
import { mcpLimits } from './config.ts';

/** What a shortened response lacks. */
export type Lacking = {
  /** Items of lists, and names of objects. */
  readonly items: number;
  /** Texts that end with `…` and their length. */
  readonly texts: number;
  /** Items by their place, the first places alone. */
  readonly places: Readonly<Record<string, number>>;
};

/** Items of a list, names of an object, characters of a text, and levels below which nothing is given. */
type Bounds = {
  readonly items: number;
  readonly names: number;
  readonly characters: number;
  readonly levels: number;
};

/** From much to little; objects of routes have fewer names, so only what users sent loses some. */
const boundsInTurn: readonly Bounds[] = [
  { items: 1_000, names: 1_000, characters: 16_384, levels: 50 },
  { items: 300, names: 500, characters: 4_096, levels: 30 },
  { items: 100, names: 200, characters: 2_048, levels: 20 },
  { items: 50, names: 100, characters: 1_024, levels: 20 },
  { items: 20, names: 60, characters: 512, levels: 12 },
  { items: 10, names: 50, characters: 256, levels: 10 },
  { items: 5, names: 50, characters: 128, levels: 8 },
  { items: 2, names: 50, characters: 100, levels: 8 },
  { items: 1, names: 40, characters: 60, levels: 6 },
];

/**
 * A value that has no more bytes as JSON: lists keep their first items, and texts their beginnings, evenly in all places.
 * Undefined where it has more all the same.
 */
export function shortened<Value extends object>(
  value: Value,
  bytesMax: number,
): { readonly value: Value; readonly lacking?: Lacking } | undefined {
  if (bytesOf(value) <= bytesMax) return { value };
  for (const bounds of boundsInTurn) {
    const counts = { items: 0, texts: 0, places: new Map<string, number>() };
    const short = within(value as Json, { bounds, counts, place: '', level: 0 });
    if (bytesOf(short) > bytesMax) continue;
    const places = Object.fromEntries([...counts.places].slice(0, mcpLimits.shortenedPlacesMax));
    const { items, texts } = counts;
    return { value: short as Value, lacking: { items, texts, places } };
  }
  return undefined;
}

export const bytesOf = (value: unknown): number => Buffer.byteLength(exactJsonText(value) ?? '');

type Walk = {
  readonly bounds: Bounds;
  readonly counts: { items: number; texts: number; readonly places: Map<string, number> };
  /** As `results[].transitions`. */
  readonly place: string;
  readonly level: number;
};

function within(value: Json, walk: Walk): Json {
  if (typeof value === 'string') return isExactNumber(value) ? value : text(value, walk);
  if (typeof value !== 'object' || value === null) return value;
  const { bounds, place, level } = walk;
  if (level >= bounds.levels) return text(exactJsonText(value), walk);
  if (Array.isArray(value)) {
    leave(value.length - bounds.items, walk);
    const inner = { ...walk, place: `${place}[]`, level: level + 1 };
    return value.slice(0, bounds.items).map(each => within(each, inner));
  }
  const fields = Object.entries(value);
  leave(fields.length - bounds.names, walk);
  return Object.fromEntries(
    fields.slice(0, bounds.names).map(([name, each]) => {
      const at = place === '' ? name : `${place}.${name}`;
      return [name, within(each, { ...walk, place: at, level: level + 1 })];
    }),
  );
}

function leave(items: number, { counts, place }: Walk): void {
  if (items <= 0) return;
  counts.items += items;
  const at = place.slice(0, placeCharactersMax);
  counts.places.set(at, (counts.places.get(at) ?? 0) + items);
}

const placeCharactersMax = 100;

function text(value: string, { bounds, counts }: Walk): string {
  if (value.length <= bounds.characters) return value;
  counts.texts++;
  return `${value.slice(0, bounds.characters).toWellFormed()}… (${value.length} characters)`;
}
