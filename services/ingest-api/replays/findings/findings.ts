import { JsonScanner } from '../../../../platform/otlp/json/scanner.ts';
import type {
  ChunkFindings,
  ConsoleError,
  SlowRequest,
} from '../../../../schemas/replays/findings.ts';
import { replayLimits } from '../config.ts';
import { cut, eachMember, type Field, fieldOf } from './fields.ts';
import { Moments } from './moments.ts';

const { findings: limits } = replayLimits;

/** Types of events in rrweb's numbers. */
const [incremental, meta, custom] = [3, 4, 5];
const mouse = 2;
const clicked = 2;
/** What changes on a page: elements, scrolling, inputs, media, style sheets, canvases, single styles, adopted style sheets. */
const effects: ReadonlySet<Field> = new Set([0, 3, 5, 7, 8, 9, 13, 15]);

type Fields = Readonly<Record<string, Field>>;

/**
 * Finds what people search recordings for: clicks of which nothing came, slow requests, errors on the console, and who it was. It
 * is given each event with the bytes of its data, and makes objects of short texts alone.
 */
export class Findings {
  readonly #inflated: Uint8Array;
  readonly #moments = new Moments();
  readonly #slow: SlowRequest[] = [];
  readonly #errors = new Map<string, ConsoleError>();
  readonly #user = new Map<string, string>();

  constructor(inflated: Uint8Array) {
    this.#inflated = inflated;
  }

  /** `from` and `to`: where the data of the event lie; the same if it has none. */
  see(type: number, atMs: number, from: number, to: number): void {
    if (from === to) return;
    if (type === meta) this.#moments.addEffect(atMs);
    else if (type === incremental) this.#seeChange(atMs, this.#open(from, to));
    else if (type === custom) this.#seeCustom(atMs, this.#open(from, to));
  }

  found(endMs: number): ChunkFindings {
    const { rageClicks, deadClicks, moments } = this.#moments.found(endMs);
    return {
      ...(rageClicks > 0 && { rageClicks }),
      ...(deadClicks > 0 && { deadClicks }),
      ...(moments !== undefined && { moments }),
      ...(this.#slow.length > 0 && { slow: this.#slow }),
      ...(this.#errors.size > 0 && { errors: [...this.#errors.values()] }),
      ...(this.#user.size > 0 && { user: Object.fromEntries(this.#user) }),
    };
  }

  #open(from: number, to: number): JsonScanner {
    return new JsonScanner(this.#inflated.subarray(from, to), replayLimits.depthMax);
  }

  #seeChange(atMs: number, json: JsonScanner): void {
    const { source, type, x, y } = fieldsOf(json, changeFields);
    if (effects.has(source)) this.#moments.addEffect(atMs);
    else if (source === mouse && type === clicked)
      this.#moments.addClick(atMs, coordinate(x), coordinate(y));
  }

  #seeCustom(atMs: number, json: JsonScanner): void {
    let tag: Field;
    let payload: Record<string, Field> = {};
    eachMember(json, name => {
      if (name === 'tag') tag = fieldOf(json);
      else if (name === 'payload') payload = fieldsOf(json);
      else json.skip();
    });
    if (tag === 'network-request') this.#seeRequest(atMs, payload);
    else if (tag === 'console-log') this.#seeLog(atMs, payload);
    else if (tag === 'identify' || tag === 'user') this.#seeUser(payload);
  }

  /** Recorded at its end. */
  #seeRequest(endMs: number, { duration, method, url, status, traceparent }: Fields): void {
    const durationMs = Math.max(0, Math.floor(Number(duration ?? 0)) || 0);
    const atMs = Math.max(0, endMs - durationMs);
    this.#moments.addEffect(atMs);
    if (durationMs < limits.slowMs) return;
    const request = {
      atMs,
      durationMs: Math.min(durationMs, limits.durationMsMax),
      method: cut(method, limits.methodCharactersMax),
      url: cut(url, limits.urlCharactersMax),
      status:
        typeof status === 'number' && Number.isInteger(status) && status >= 0 && status <= 999
          ? status
          : 0,
      traceId: traceIdOf(traceparent),
    };
    keepSlowest(this.#slow, request);
  }

  #seeLog(atMs: number, { level, message }: Fields): void {
    const text = level === 'error' ? cut(message, limits.messageCharactersMax).trim() : '';
    const known = this.#errors.get(text);
    if (text === '' || (known === undefined && this.#errors.size === limits.errorsMax)) return;
    const first = Math.min(known?.atMs ?? atMs, atMs);
    this.#errors.set(text, { atMs: first, message: text, count: (known?.count ?? 0) + 1 });
  }

  #seeUser(payload: Fields): void {
    for (const [sent, value] of Object.entries(payload)) {
      if (typeof value !== 'string' || value === '') continue;
      const name = cut(sent, limits.attributeCharactersMax);
      if (this.#user.size === limits.attributesMax && !this.#user.has(name)) continue;
      this.#user.set(name, cut(value, limits.attributeCharactersMax));
    }
  }
}

const changeFields: ReadonlySet<string> = new Set(['source', 'type', 'x', 'y']);

/** The members of an object that are texts or numbers, of a number that is bounded; of equal names the last counts. */
function fieldsOf(json: JsonScanner, wanted?: ReadonlySet<string>): Record<string, Field> {
  const fields: Record<string, Field> = Object.create(null);
  let count = 0;
  eachMember(json, name => {
    const isWanted = wanted?.has(name) ?? (name !== '' && count++ < limits.fieldsMax);
    if (isWanted) fields[name] = fieldOf(json);
    else json.skip();
  });
  return fields;
}

/** NaN is far from everything. */
const coordinate = (field: Field): number => (typeof field === 'number' ? field : Number.NaN);

const traceIdOf = (traceparent: Field): string =>
  /^[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}/u.exec(String(traceparent))?.[1] ??
  '';

/** Of equal ones, the first. */
function keepSlowest(slow: SlowRequest[], request: SlowRequest): void {
  if (slow.length < limits.slowMax) {
    slow.push(request);
    return;
  }
  const fastest = slow.reduce((left, right) => (right.durationMs < left.durationMs ? right : left));
  if (fastest.durationMs < request.durationMs) slow[slow.indexOf(fastest)] = request;
}
