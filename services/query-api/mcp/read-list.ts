import { answerTooLarge } from '../../../platform/http/problem.ts';
import type { RouteInput } from '../route-call.ts';
import { mcpLimits } from './config.ts';
import { type Place, placeOf, toCursor } from './cursor.ts';
import { bytesOf, shortened } from './shortened.ts';
import type { Fields, Given, ReadTool, ToolList } from './tool.ts';

type ListTool = Pick<ReadTool, 'name' | 'request'> & { readonly list: ToolList };

type Page = {
  /** Of the response, without the rows. */
  readonly rest: Fields;
  readonly rows: readonly Fields[];
  /** Rows after these; undefined: nobody counts them. */
  readonly left: number | undefined;
  readonly isLast: boolean;
  /** Cursor of the route after these rows. */
  readonly route?: string | undefined;
  /** Where the time range ends. */
  readonly until?: string | undefined;
};

type Row = Fields | readonly unknown[];
type Read = (input: RouteInput) => Promise<Fields>;

/** Rows are cut to what a response may have besides its envelope. */
const rowsBytesMax = mcpLimits.responseBytesMax - mcpLimits.envelopeBytesMax;

/**
 * A page of a list, with as many rows as a response has room for. Where the route goes on by a cursor, it is read again
 * with fewer rows, so that its cursor is that after the last row which is given.
 *  given  arguments as the tool got them
 *  asked  the same with the instant that they name
 */
export async function readList(
  tool: ListTool,
  { given, asked }: { readonly given: Given; readonly asked: Given },
  read: Read,
): Promise<Fields> {
  const place = placeOf(tool.name, given);
  for (let limit = Number(given.limit); ; ) {
    const page = await readPage(tool, { ...asked, limit }, place, read);
    const rows = page.rows.map(row => asListed(row, tool.list));
    const fitting = Math.max(1, rowsWithin(rows, rowsBytesMax));
    const isCut = fitting < rows.length;
    if (isCut && tool.list.goesOn === 'cursor') limit = Math.min(fitting, limit - 1);
    else return answerOf(tool, given, place, isCut ? cut(page, fitting) : page);
  }
}

/** How many of the first rows have no more bytes together as JSON. */
export function rowsWithin(rows: readonly unknown[], bytesMax: number): number {
  let bytes = 0;
  for (const [index, row] of rows.entries()) {
    bytes += bytesOf(row) + 1;
    if (bytes > bytesMax) return index;
  }
  return rows.length;
}

async function readPage(
  { list, request }: ListTool,
  asked: Given,
  place: Place,
  read: Read,
): Promise<Page> {
  const { field, goesOn, endsBy } = list;
  const { until } = place;
  const given = endsBy && until !== undefined ? { ...asked, [endsBy]: until } : asked;
  const input = request(given as never);
  const query = { ...input.query, ...goingOn(goesOn, given, place) };
  const { [field]: rows, next_cursor: next, ...found } = await read({ ...input, query });
  const page = {
    rest: { ...found, ...('limit' in found && { limit: asked.limit }) },
    rows: knownRows(rows as readonly Fields[], list, asked),
    route: textIn(next),
    until: endsBy && (until ?? textIn(found.to)),
  };
  return typeof goesOn === 'string'
    ? pageOfRoute(page, list, given, place)
    : pageOfAll(page, Number(asked.limit), place);
}

/** What the route is asked for besides: the rows after a page, or all that it gives. */
function goingOn(goesOn: ToolList['goesOn'], given: Given, place: Place): Record<string, string> {
  if (goesOn === 'offset') return { offset: String(offsetIn(given) + place.seen) };
  if (goesOn === 'cursor') return place.route === undefined ? {} : { cursor: place.route };
  return goesOn.rowsMax === undefined ? {} : { limit: String(goesOn.rowsMax) };
}

const offsetIn = ({ offset }: Given): number => (typeof offset === 'number' ? offset : 0);
const textIn = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined;

function knownRows(
  rows: readonly Fields[],
  { isKnown }: ToolList,
  { as_of: asOf }: Given,
): readonly Fields[] {
  if (isKnown === undefined || typeof asOf !== 'string') return rows;
  const asOfMs = Date.parse(asOf);
  return rows.filter(row => isKnown(row as never, asOfMs));
}

type Found = Omit<Page, 'left' | 'isLast'>;

function pageOfRoute(found: Found, { goesOn, total }: ToolList, given: Given, place: Place): Page {
  const { rows, route, rest } = found;
  const after = offsetIn(given) + place.seen + rows.length;
  const left = total === undefined ? undefined : Math.max(0, Number(rest[total]) - after);
  const isLast = goesOn === 'cursor' ? route === undefined : rows.length === 0 || left === 0;
  return { ...found, left: isLast ? 0 : left, isLast };
}

function pageOfAll(found: Found, limit: number, { seen }: Place): Page {
  const rows = found.rows.slice(seen, seen + limit);
  const left = Math.max(0, found.rows.length - seen - rows.length);
  return { ...found, rows, left, isLast: left === 0 };
}

/** The same page with its first rows alone. */
const cut = (page: Page, count: number): Page => ({
  ...page,
  rows: page.rows.slice(0, count),
  left: (page.left ?? 0) + page.rows.length - count,
  isLast: false,
});

/** A row as the tool gives it: an object, or the cells of a table. */
function asListed(row: Fields, { columns, without = [] }: ToolList): Row {
  if (columns !== undefined) return columns.map(name => row[name] ?? null);
  return Object.fromEntries(Object.entries(row).filter(([name]) => !without.includes(name)));
}

function answerOf(
  { name, list }: ListTool,
  given: Given,
  { seen }: Place,
  { rest, rows, left, isLast, route, until }: Page,
): Fields {
  // One row alone may be longer than a response.
  const short = shortened(
    rows.map(row => asListed(row, list)),
    rowsBytesMax,
  );
  if (short === undefined) throw answerTooLarge('use narrower filters');
  const next = { seen: seen + rows.length, route, until };
  const cursor = isLast ? null : toCursor(next, name, given);
  const leftOut = {
    ...(cursor !== null && { rows: left ?? null, next: { arguments: repeated(given, cursor) } }),
    ...(short.lacking && { of_rows: short.lacking }),
  };
  return {
    ...rest,
    next_cursor: cursor,
    ...(Object.keys(leftOut).length > 0 && { left_out: leftOut }),
    ...(list.columns && { columns: list.columns }),
    [rowsField(list)]: short.value,
  };
}

/** The field of a tool's response that holds the rows. */
export const rowsField = ({ columns, field }: ToolList): string => (columns ? 'rows' : field);

/** The arguments of the next page. */
function repeated(given: Given, cursor: string): Fields {
  const all = { ...given, cursor };
  return bytesOf(all) <= mcpLimits.repeatedBytesMax ? all : { cursor };
}
