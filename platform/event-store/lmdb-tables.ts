import type { EventType } from '../../schemas/events/event.ts';
import { upcast } from '../../schemas/events/upcast.ts';
import type { EventId, StreamName } from '../../schemas/ids.ts';
import type { Environment } from '../lmdb/environment.ts';
import { afterPrefix, fitsKey, numberInKey, numberKey, textKey } from '../lmdb/keys.ts';
import type { RecordedEvent } from './port.ts';

/** The tables of the store, with typed rows and the keys' layout kept in here. */
export type EventTables = {
  /** The last position that was ever used, -1 for none. */
  readonly head: () => number;
  readonly last: () => RecordedEvent | undefined;
  readonly lastRevision: (stream: StreamName) => number;
  readonly event: (stream: StreamName, revision: number) => RecordedEvent | undefined;
  /** Where in a stream an event is, by its id. */
  readonly revisionOf: (stream: StreamName, id: EventId) => number | undefined;
  readonly after: (position: number, wanted: Wanted) => ScannedEvents;
  /** The events of a stream after one of them, or from its beginning. */
  readonly stream: StreamReader;
  /** The events of a stream before one of them, or from its end, last first. */
  readonly streamBackwards: StreamReader;
  readonly put: (recorded: RecordedEvent) => void;
  readonly remove: (recorded: RecordedEvent) => void;
};

/** Where a read of all events ends: at whichever comes first. */
type Wanted = {
  /** All types when absent; an event of another is passed over before it is parsed. */
  readonly types?: ReadonlySet<EventType> | undefined;
  readonly eventsMax: number;
  readonly scannedMax: number;
};

type ScannedEvents = {
  readonly events: readonly RecordedEvent[];
  /** Of the last event that was looked at, or where the read began; the head, where nothing follows. */
  readonly position: number;
};

type StreamReader = (
  stream: StreamName,
  from: RecordedEvent | undefined,
  limit: number,
) => readonly RecordedEvent[];

/** Events of before `recordedAtMs` was kept lack it. */
type StoredEvent = Omit<RecordedEvent, 'position' | 'recordedAtMs'> & {
  readonly recordedAtMs?: number;
};

export function eventTables(environment: Environment): EventTables {
  const events = environment.textTable('events');
  const streams = environment.binaryTable('streams');
  const ids = environment.binaryTable('ids');
  const heads = environment.binaryTable('head');

  const at = (position: number): RecordedEvent => {
    const stored = events.get(numberKey(position));
    if (stored === undefined) throw new Error(`expected an event at ${position}, found none`);
    return parseEvent(stored, position);
  };
  const read = (positions: Iterable<{ value: Buffer }>): RecordedEvent[] =>
    Array.from(positions, ({ value }) => at(numberInKey(value, 0)));

  const streamBackwards: StreamReader = (stream, from, limit) => {
    if (from?.revision === 0 || !fitsKey(stream)) return [];
    const prefix = textKey(stream);
    const start = from === undefined ? afterPrefix(prefix) : keyOf(stream, from.revision - 1);
    return read(streams.getRange({ start, end: prefix, reverse: true, limit }));
  };
  const head = (): number => {
    const [last] = events.getKeys({ start: afterAll, reverse: true, limit: 1 });
    return Math.max(placeIn(last), placeIn(heads.get(headKey)));
  };
  return {
    head,
    last: () => {
      const [last] = events.getRange({ start: afterAll, reverse: true, limit: 1 });
      return last && eventIn(last);
    },
    lastRevision: stream => streamBackwards(stream, undefined, 1)[0]?.revision ?? -1,
    event: (stream, revision) => {
      const position = streams.get(keyOf(stream, revision));
      return position === undefined ? undefined : at(numberInKey(position, 0));
    },
    revisionOf: (stream, id) => {
      const revision = ids.get(idKey(stream, id));
      return revision === undefined ? undefined : numberInKey(revision, 0);
    },
    after: (position, { scannedMax, ...wanted }) => {
      const rows = events.getRange({ start: numberKey(position + 1), limit: scannedMax });
      const { scanned, ...found } = scan(rows, position, wanted);
      if (scanned === scannedMax || found.events.length === wanted.eventsMax) return found;
      // The last events may have been deleted, and a subscriber still has to reach the head.
      return { ...found, position: Math.max(found.position, placeIn(heads.get(headKey))) };
    },
    stream: (stream, from, limit) => {
      if (!fitsKey(stream)) return [];
      const start = keyOf(stream, from === undefined ? 0 : from.revision + 1);
      return read(streams.getRange({ start, end: afterPrefix(textKey(stream)), limit }));
    },
    streamBackwards,
    put: ({ position, ...stored }) => {
      const { stream, revision, event } = stored;
      events.put(numberKey(position), JSON.stringify(stored));
      streams.put(keyOf(stream, revision), numberKey(position));
      ids.put(idKey(stream, event.id), numberKey(revision));
    },
    remove: ({ position, stream, revision, event }) => {
      // What follows must not get the place of an event that somebody has seen.
      heads.put(headKey, numberKey(head()));
      events.remove(numberKey(position));
      streams.remove(keyOf(stream, revision));
      ids.remove(idKey(stream, event.id));
    },
  };
}

const headKey = Buffer.from('head');
const afterAll = Buffer.alloc(9, 0xff);

const placeIn = (key: Buffer | undefined): number => (key === undefined ? -1 : numberInKey(key, 0));

type Stored = { readonly key: Buffer; readonly value: string };

const eventIn = ({ key, value }: Stored): RecordedEvent => parseEvent(value, numberInKey(key, 0));

function scan(
  rows: Iterable<Stored>,
  after: number,
  { types, eventsMax }: Omit<Wanted, 'scannedMax'>,
): ScannedEvents & { readonly scanned: number } {
  const events: RecordedEvent[] = [];
  let last: Buffer | undefined;
  let scanned = 0;
  for (const stored of rows) {
    scanned++;
    last = stored.key;
    if (types !== undefined && !isOneOf(types, stored.value)) continue;
    events.push(eventIn(stored));
    if (events.length >= eventsMax) break;
  }
  return { events, scanned, position: last === undefined ? after : numberInKey(last, 0) };
}

/**
 * Parsing costs several times what reading does, and the type is at the beginning of the text. No text within a
 * string can be taken for these keys: its quotation marks are escaped.
 */
function isOneOf(types: ReadonlySet<EventType>, text: string): boolean {
  const start = text.indexOf(eventKey) + eventKey.length;
  if (!text.startsWith(typeKey, start)) return types.has(parseEvent(text, 0).event.type);
  const typeStart = start + typeKey.length;
  return types.has(text.slice(typeStart, text.indexOf('"', typeStart)) as EventType);
}

const eventKey = '"event":{';
const typeKey = '"type":"';

const keyOf = (stream: StreamName, revision: number): Buffer =>
  Buffer.concat([textKey(stream), numberKey(revision)]);

const idKey = (stream: StreamName, id: EventId): Buffer =>
  Buffer.concat([textKey(stream), textKey(id)]);

function parseEvent(text: string, position: number): RecordedEvent {
  const { event, ...stored } = JSON.parse(text) as StoredEvent;
  const recordedAtMs = stored.recordedAtMs ?? event.atMs;
  return { ...stored, recordedAtMs, event: upcast(event), position };
}
