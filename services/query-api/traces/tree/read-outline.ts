import type { Slices } from '../../../../platform/shares/slices.ts';
import { unlessTooMuch } from '../../bounds/too-much.ts';
import { limits } from '../../config.ts';
import { missingParent, noParent, type Outline } from '../../core/traces/outline.ts';
import { type QueryContext, readRows } from '../../windows/window-metrics.ts';
import { type Place, parametersOf, spansOf } from '../span-reads.ts';

/** Some spans by columns; ids as 16 hexadecimal digits, `''` as the parent of a root. */
type Chunk = {
  readonly ids: readonly string[];
  readonly parents: readonly string[];
  readonly starts: readonly number[];
  readonly durations: readonly number[];
  readonly services: readonly string[];
  readonly names: readonly string[];
  readonly kinds: readonly number[];
  readonly statuses: readonly number[];
};

/** The first spans of a trace by columns, at most `limits.outlineSpansMax`. */
export async function readOutline(
  place: Place,
  reading: QueryContext,
  turn: Slices,
): Promise<Outline> {
  const chunks =
    (await unlessTooMuch(readChunks(place, limits.outlineNameCharacters, reading))) ??
    (await readChunks(place, limits.outlineShortNameCharacters, reading));
  return outlineOf(chunks, turn);
}

/** The warehouse makes columns of rows: so many small objects would be parsed here otherwise. */
const readChunks = (place: Place, characters: number, reading: QueryContext): Promise<Chunk[]> =>
  readRows(
    {
      sql: `SELECT groupArray(id) AS ids, groupArray(parent) AS parents, groupArray(began) AS starts,
              groupArray(took) AS durations, groupArray(service) AS services, groupArray(name) AS names,
              groupArray(kind) AS kinds, groupArray(status) AS statuses
            FROM (
              SELECT ${digits('spans.span_id')} AS id,
                if(spans.parent_span_id = 0, '', ${digits('spans.parent_span_id')}) AS parent,
                toFloat64(toUnixTimestamp64Nano(spans.start) - {first:Int64}) AS began,
                toFloat64(spans.duration) AS took, ${beginning('toString(spans.service)', characters)} AS service,
                ${beginning('toString(spans.name)', characters)} AS name, kind, status
              ${spansOf(place)}
              ORDER BY spans.start, spans.span_id LIMIT ${limits.outlineSpansMax})
            GROUP BY intDiv(rowNumberInAllBlocks(), ${limits.outlineChunkSpans}) AS chunk
            ORDER BY chunk SETTINGS max_threads = 1`,
      parameters: { ...parametersOf(place), first: BigInt(place.trace.first) },
    },
    reading,
    { resultBytesMax: limits.outlineReadBytesMax },
  );

const digits = (id: string): string => `lower(leftPad(hex(${id}), 16, '0'))`;

const beginning = (text: string, characters: number): string =>
  `if(lengthUTF8(${text}) > ${characters}, concat(leftUTF8(${text}, ${characters}), '…'), ${text})`;

async function outlineOf(chunks: readonly Chunk[], turn: Slices): Promise<Outline> {
  const spans = chunks.reduce((sum, { ids }) => sum + ids.length, 0);
  const services = createDictionary();
  const names = createDictionary();
  const ids: string[] = [];
  const outline = {
    ids,
    parent: new Int32Array(spans),
    start: new Float64Array(spans),
    duration: new Float64Array(spans),
    service: new Int32Array(spans),
    name: new Int32Array(spans),
    kind: new Uint8Array(spans),
    status: new Uint8Array(spans),
    services: services.texts,
    names: names.texts,
  };
  for (const chunk of chunks) {
    await turn.next();
    const first = ids.length;
    outline.start.set(chunk.starts, first);
    outline.duration.set(chunk.durations, first);
    outline.service.set(chunk.services.map(services.placeOf), first);
    outline.name.set(chunk.names.map(names.placeOf), first);
    outline.kind.set(chunk.kinds, first);
    outline.status.set(chunk.statuses, first);
    for (const id of chunk.ids) ids.push(id);
  }
  await linkParents(chunks, outline, turn);
  return outline;
}

/** Of spans with the same id, the first is the parent. */
async function linkParents(
  chunks: readonly Chunk[],
  { ids, parent }: Pick<Outline, 'ids' | 'parent'>,
  turn: Slices,
): Promise<void> {
  const places = new Map<string, number>();
  for (const [place, id] of ids.entries()) {
    if (turn.isOver()) await turn.next();
    if (!places.has(id)) places.set(id, place);
  }
  let at = 0;
  for (const { parents } of chunks) {
    await turn.next();
    for (const id of parents)
      parent[at++] = id === '' ? noParent : (places.get(id) ?? missingParent);
  }
}

/** Texts, each once, by the order in which they came. */
function createDictionary() {
  const texts: string[] = [];
  const places = new Map<string, number>();
  const placeOf = (text: string): number => {
    const known = places.get(text);
    if (known !== undefined) return known;
    places.set(text, texts.length);
    return texts.push(text) - 1;
  };
  return { texts, placeOf };
}
