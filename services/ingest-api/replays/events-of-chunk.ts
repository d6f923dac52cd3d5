import { isUtf8 } from 'node:buffer';
import { JsonScanner } from '../../../platform/otlp/json/scanner.ts';
import { MalformedBody } from '../../../platform/otlp/malformed-body.ts';
import { replayLimits as limits } from './config.ts';

export type ChunkEvents = {
  readonly events: number;
  readonly firstMs: number;
  readonly lastMs: number;
};

const expected = 'expected a list of events as JSON, each with type and timestamp';
const tooMany = `expected at most ${limits.eventsMax} events in a chunk, found more; send several chunks`;

/**
 * How many events a chunk has and from when to when they are, or what is wrong with it. No object is made of it, because
 * 24 MB of small ones take more than a gigabyte: the time is in proportion to the bytes, and there is no other memory.
 */
export function eventsOf(inflated: Buffer): ChunkEvents | string {
  if (!isUtf8(inflated)) return 'expected events as JSON in UTF-8';
  const json = new JsonScanner(inflated, limits.depthMax);
  const found = { events: 0, firstMs: Number.POSITIVE_INFINITY, lastMs: 0 };
  try {
    if (json.peek() !== 'array') return expected;
    json.enter();
    for (let isFirst = true; json.nextElement(isFirst); isFirst = false) {
      const time = timeOfEvent(json, inflated);
      if (time === undefined) return expected;
      if (++found.events > limits.eventsMax) return tooMany;
      found.firstMs = Math.min(found.firstMs, time);
      found.lastMs = Math.max(found.lastMs, time);
    }
    json.finish();
  } catch (error) {
    if (!(error instanceof MalformedBody)) throw error;
    return `${expected}: ${error.message}`;
  }
  return found.events > 0 ? found : expected;
}

/** Passes over one event; undefined if it lacks something. Of equal names the last counts, as in JSON.parse. */
function timeOfEvent(json: JsonScanner, inflated: Buffer): number | undefined {
  if (json.peek() !== 'object') return undefined;
  json.enter();
  let type: number | undefined;
  let timestamp: number | undefined;
  for (let isFirst = true; json.nextMember(isFirst); isFirst = false) {
    if (isNamed('type', json, inflated)) type = numberOf(json);
    else if (isNamed('timestamp', json, inflated)) timestamp = numberOf(json);
    else json.skip();
  }
  if (type === undefined || timestamp === undefined) return undefined;
  const time = Math.floor(timestamp);
  return time >= 0 && time <= limits.instantMsMax ? time : undefined;
}

/** Most names have another length, so hardly a text is made of any. */
const isNamed = (name: string, { from, to }: JsonScanner, inflated: Buffer): boolean =>
  to - from === name.length && inflated.toString('latin1', from, to) === name;

function numberOf(json: JsonScanner): number | undefined {
  if (json.peek() === 'number') {
    json.number();
    return Number(json.text());
  }
  json.skip();
  return undefined;
}
