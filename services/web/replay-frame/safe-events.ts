type Bag = Record<string, unknown>;

const types = { fullSnapshot: 2, incremental: 3, meta: 4 } as const;
const mutation = 0;

/** Elements that bring other documents or programs; they stay as empty boxes. */
const hollow = new Set(['iframe', 'frame', 'object', 'embed', 'portal', 'fencedframe']);

/** What these say is for a browser that loads the page, not for one that shows it. */
const silent = new Set(['base', 'script']);

/** Attributes that load, send or navigate by themselves, on whatever element. */
const dropped = new Set(['srcdoc', 'ping', 'http-equiv', 'attributionsrc', 'autofocus']);

/** What neither connects nor loads; style sheets are recorded as text. */
const harmlessRelations = new Set(
  'alternate author bookmark canonical external help license me next nofollow noopener noreferrer opener prev search tag'.split(
    ' ',
  ),
);

/** By type, what must be there of an event; whether it is. What is dangerous in it is taken out. */
const checks: ReadonlyMap<unknown, (data: Bag) => boolean> = new Map([
  [
    types.fullSnapshot,
    ({ node }) => {
      if (isBag(node)) clean(node);
      return isBag(node);
    },
  ],
  [
    types.incremental,
    data => {
      if (data.source === mutation) cleanMutation(data);
      return true;
    },
  ],
  [types.meta, ({ width, height }) => isSize(width) && isSize(height)],
]);

/**
 * An event of a recording without what would run, navigate or connect; undefined where it is none. It is the first of
 * three walls: scripts are off in the frame in which rrweb draws, and its policy allows neither scripts nor fetches.
 */
export function safeEvent(event: unknown): Bag | undefined {
  if (!isBag(event) || !Number.isFinite(event.timestamp)) return undefined;
  const check = checks.get(event.type);
  if (check === undefined) return event;
  return isBag(event.data) && check(event.data) ? event : undefined;
}

const isBag = (value: unknown): value is Bag => typeof value === 'object' && value !== null;

const isSize = (value: unknown): boolean =>
  typeof value === 'number' && value >= 0 && Number.isFinite(value);

const bagsOf = (value: unknown): readonly Bag[] =>
  Array.isArray(value) ? value.filter(isBag) : [];

function cleanMutation(data: Bag): void {
  for (const { node } of bagsOf(data.adds)) if (isBag(node)) clean(node);
  for (const { attributes } of bagsOf(data.attributes))
    if (isBag(attributes)) cleanAttributes(attributes, undefined);
}

/** Without recursion: pages may be as deep as their sender likes. */
function clean(root: Bag): void {
  const waiting = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    const tag = typeof node.tagName === 'string' ? node.tagName.toLowerCase() : undefined;
    if (tag !== undefined && isBag(node.attributes)) cleanAttributes(node.attributes, tag);
    if (tag === 'script') node.childNodes = [];
    waiting.push(...bagsOf(node.childNodes));
  }
}

/** `tag`: undefined where an attribute changes later, of an element that is not named. */
function cleanAttributes(attributes: Bag, tag: string | undefined): void {
  for (const [name, value] of Object.entries(attributes))
    if (!isSafe(name.toLowerCase(), value, tag)) delete attributes[name];
}

function isSafe(name: string, value: unknown, tag: string | undefined): boolean {
  if (name.startsWith('on') || dropped.has(name)) return false;
  if (tag !== undefined && silent.has(tag)) return false;
  if (typeof value !== 'string') return true;
  if (runs(value)) return false;
  if (tag !== undefined && hollow.has(tag)) return name !== 'src' && name !== 'data';
  if (name === 'rel') return value.toLowerCase().split(/\s+/u).every(isHarmless);
  // A style sheet of a link is recorded as text; without it, the link would be loaded.
  if (name === 'href' && tag === 'link') return false;
  return true;
}

const isHarmless = (relation: string): boolean => harmlessRelations.has(relation);

/** Browsers pass over white space and controls within a scheme. */
const between = '[\\u0000-\\u0020]*';
const scheme = (name: string): string => [...`${name}:`].join(between);
const running = new RegExp(`^${between}(?:${scheme('javascript')}|${scheme('vbscript')})`, 'iu');

const runs = (value: string): boolean => running.test(value);
