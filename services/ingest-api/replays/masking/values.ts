import { markerOf } from '../../../../domain/scrub/marker.ts';
import { isHolding, isNaming } from '../../../../domain/scrub/markup.ts';
import { mayHide } from '../../../../domain/scrub/may-hide.ts';
import { saidBy, scrub, secrecyBehind, strictest } from '../../../../domain/scrub/scrub.ts';
import { type Secrecy, secrecyOf } from '../../../../domain/scrub/secret-names.ts';
import type { JsonKind, JsonScanner } from '../../../../platform/otlp/json/scanner.ts';
import { exactJsonText, isExactNumber, parseExactJson } from '../../../../schemas/exact-json.ts';
import type { Json } from '../../../../schemas/json.ts';
import { maskingLimits as limits } from './config.ts';
import { type Masking, mayScrub } from './masking.ts';
import { maskRead, withoutOwn } from './texts.ts';

/** Of a long object or list: what its members say of what it holds, and how many it has. */
type Long = { readonly said: Secrecy; readonly length: number };

/** Long objects and lists by where they begin. */
type LongOnes = ReadonlyMap<number, Long>;

/**
 * Masks what is secret in the value that comes next, as captures are scrubbed. Objects are made of short values alone; of a long
 * one, it is first looked what is long in it, and then everything else is masked part by part.
 */
export function maskValue(masking: Masking, secrecy: Secrecy = 'open'): void {
  const { json } = masking;
  const kind = json.peek();
  const start = json.mark();
  json.skip();
  if (secrecy === 'open' && isHarmless(kind, json)) return;
  if (json.place() - start.at <= limits.valueBytesMax) {
    maskShort(masking, start.at, json.place(), secrecy);
    return;
  }
  const long = new Map<number, Long>();
  json.goTo(start);
  findLong(json, long);
  json.goTo(start);
  maskParts(masking, long, secrecy);
}

/** `{}`, or a digit: too short for anything in it, or with a secret name. */
const emptyBytes = 2;

/** Most values are numbers with fewer digits than a card. */
const isHarmless = (kind: JsonKind, { from, to }: JsonScanner): boolean =>
  kind === 'true' || kind === 'false' || kind === 'null' || (kind === 'number' && to - from < 12);

function maskShort(masking: Masking, from: number, to: number, secrecy: Secrecy): void {
  const { json, out, rules } = masking;
  const { buffer, byteOffset } = json.bytes;
  if (secrecy === 'open' && to - from <= emptyBytes) return;
  const raw = Buffer.from(buffer, byteOffset + from, to - from).toString('utf8');
  const mayChange =
    secrecy !== 'open' || !rules.patterns.isEmpty || raw.includes('\\') || mayHide(raw);
  if (!mayChange) return;
  if (!mayScrub(masking, to - from)) {
    out.replaceValue(from, to, '"***"');
    return;
  }
  const value = parseExactJson(raw) as Json;
  const own = rules.patterns.isEmpty ? value : withoutOwnIn(value, masking);
  const { value: clean, masked } = scrub(own, secrecy);
  if (masked > 0 || own !== value) out.replaceValue(from, to, exactJsonText(clean));
}

/** The same value where own patterns find nothing. */
function withoutOwnIn(value: Json, masking: Masking): Json {
  if (typeof value === 'string') return isExactNumber(value) ? value : withoutOwn(value, masking);
  if (typeof value !== 'object' || value === null) return value;
  let isSame = true;
  const change = (each: Json): Json => {
    const changed = withoutOwnIn(each, masking);
    isSame &&= changed === each;
    return changed;
  };
  const changed = isList(value)
    ? value.map(change)
    : Object.fromEntries(Object.entries(value).map(([name, each]) => [name, change(each)]));
  return isSame ? value : changed;
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);

/** Passes over a value and finds what is long in it. */
function findLong(json: JsonScanner, long: Map<number, Long>): void {
  const kind = json.peek();
  if (kind !== 'object' && kind !== 'array') {
    json.skip();
    return;
  }
  const start = json.place();
  const said: Record<string, Json> = {};
  let length = 0;
  json.enter();
  for (; next(json, kind, length === 0); length++) {
    const name = kind === 'object' ? shortText(json) : undefined;
    // `role` tells a message from a field, see `saidBy`.
    if (name !== undefined && (isNaming(name) || name === 'role')) said[name] = saidText(json);
    else findLong(json, long);
  }
  if (json.place() - start > limits.valueBytesMax) long.set(start, { said: saidBy(said), length });
}

const next = (json: JsonScanner, kind: 'object' | 'array', isFirst: boolean): boolean =>
  kind === 'object' ? json.nextMember(isFirst) : json.nextElement(isFirst);

const nameCharactersMax = 200;

/** The string that was read, unless it is too long to be a name. */
const shortText = (json: JsonScanner): string | undefined =>
  json.to - json.from <= nameCharactersMax ? json.text() : undefined;

function saidText(json: JsonScanner): Json {
  const kind = json.peek();
  json.skip();
  return kind === 'string' ? (shortText(json) ?? '') : null;
}

function maskParts(masking: Masking, long: LongOnes, secrecy: Secrecy): void {
  const { json, out } = masking;
  const kind = json.peek();
  const start = json.place();
  const own = long.get(start);
  if (kind === 'string') {
    json.string();
    maskRead(masking, secrecy);
  } else if (own === undefined || secrecy === 'secret' || (kind !== 'object' && kind !== 'array')) {
    json.skip();
    if (own === undefined && secrecy === 'open' && isHarmless(kind, json)) return;
    if (own === undefined) maskShort(masking, start, json.place(), secrecy);
    else out.replaceValue(start, json.place(), hiddenJson);
  } else if (kind === 'object') maskMembers(masking, long, { ...own, secrecy });
  else maskElements(masking, long, { ...own, secrecy });
}

const hiddenJson = JSON.stringify(markerOf('sensitive_name'));

type Around = Long & { readonly secrecy: Secrecy };

function maskMembers(masking: Masking, long: LongOnes, { said, secrecy }: Around): void {
  const { json } = masking;
  json.enter();
  for (let isFirst = true; json.nextMember(isFirst); isFirst = false) {
    const name = shortText(json) ?? '';
    maskRead(masking);
    const around = isHolding(name) && secrecy === 'open' ? said : secrecy;
    maskParts(masking, long, strictest(secrecyOf(name), around));
  }
}

function maskElements(masking: Masking, long: LongOnes, { length, secrecy }: Around): void {
  const { json } = masking;
  let before: string | undefined;
  json.enter();
  for (let isFirst = true; json.nextElement(isFirst); isFirst = false) {
    const behind = secrecy === 'open' ? secrecyBehind(before, length === 2) : undefined;
    const isString = json.peek() === 'string';
    maskParts(masking, long, behind ?? secrecy);
    before = isString ? shortText(json) : undefined;
  }
}
