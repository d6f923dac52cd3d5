import { isUtf8 } from 'node:buffer';
import { JsonScanner } from '../../../platform/otlp/json/scanner.ts';
import { MalformedBody } from '../../../platform/otlp/malformed-body.ts';
import type { ChunkFindings } from '../../../schemas/replays/findings.ts';
import { replayLimits as limits } from './config.ts';
import { Findings } from './findings/findings.ts';

export type ChunkEvents = ChunkFindings & {
  readonly events: number;
  readonly firstMs: number;
  readonly lastMs: number;
};

const expected = 'expected a list of events as JSON, each with type and timestamp';
const tooMany = `expected at most ${limits.eventsMax} events in a chunk, found more; send several chunks`;

/**
 * How many events a chunk has, from when to when they are, and what is found in them; or what is wrong with it. No object is made of
 * it, because 24 MB of small ones take more than a gigabyte: the time is in proportion to the bytes, and there is no other
 * memory but that of what is found.
 */
export function eventsOf(inflated: Buffer): ChunkEvents | string {
  if (!isUtf8(inflated)) return 'expected events as JSON in UTF-8';
  const json = new JsonScanner(inflated, limits.depthMax);
  const found = { events: 0, firstMs: Number.POSITIVE_INFINITY, lastMs: 0 };
  const findings = new Findings(inflated);
  try {
    if (json.peek() !== 'array') return expected;
    json.enter();
    for (let isFirst = true; json.nextElement(isFirst); isFirst = false) {
      const time = timeOfEvent(json, inflated, findings);
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
  return found.events > 0 ? { ...found, ...findings.found(found.lastMs) } : expected;
}

/** Passes over one event, which is looked at; undefined if it lacks something. Of equal names the last counts, as in JSON.parse. */
function timeOfEvent(json: JsonScanner, inflated: Buffer, findings: Findings): number | undefined {
  if (json.peek() !== 'object') return undefined;
  json.enter();
  let type: number | undefined;
  let timestamp: number | undefined;
  let [from, to] = [0, 0];
  for (let isFirst = true; json.nextMember(isFirst); isFirst = false) {
    if (isNamed('type', json, inflated)) type = numberOf(json);
    else if (isNamed('timestamp', json, inflated)) timestamp = numberOf(json);
    else if (isNamed('data', json, inflated)) [from, to] = placeOf(json);
    else json.skip();
  }
  if (type === undefined) return undefined;
  const time = instantOf(timestamp);
  if (time !== undefined) findings.see(type, time, from, to);
  return time;
}

function instantOf(timestamp = Number.NaN): number | undefined {
  const time = Math.floor(timestamp);
  return time >= 0 && time <= limits.instantMsMax ? time : undefined;
}

/** Where a value lies, which is passed over. */
function placeOf(json: JsonScanner): readonly [from: number, to: number] {
  json.peek();
  const from = json.place();
  json.skip();
  return [from, json.place()];
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
