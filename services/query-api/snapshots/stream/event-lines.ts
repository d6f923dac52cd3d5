import { snapshotReadLimits } from '../config.ts';

/**
 * An event for SDKs. Go's takes no line of 64 KiB, so data that is longer is sent in several lines, which are broken where JSON
 * may have blanks: SDKs that join lines by a line feed and those that join them by nothing read the same.
 */
export const sdkEvent = (event: string, data: unknown): string =>
  eventOf(event, JSON.stringify(data));

/** An event whose data is JSON already. */
export const eventOf = (event: string, json: string): string => eventOfParts(event, [json]);

/** An event whose data is the JSON that the parts are together; none of them ends within a text or number. */
export function eventOfParts(event: string, parts: readonly string[]): string {
  const whole = parts.join('');
  const isShort = Buffer.byteLength(whole) <= snapshotReadLimits.eventLineBytesMax;
  const lines = isShort ? [whole] : parts.flatMap(shortLines);
  return `event: ${event}\n${lines.map(line => `data: ${line}\n`).join('')}\n`;
}

/** A part that is too long for a line is a value of its own, or ends with the comma after one. */
function shortLines(part: string): readonly string[] {
  if (Buffer.byteLength(part) <= snapshotReadLimits.eventLineBytesMax) return [part];
  const comma = part.endsWith(',') ? ',' : '';
  const value: unknown = JSON.parse(comma === '' ? part : part.slice(0, -1));
  const lines = JSON.stringify(value, undefined, 1).split('\n');
  return [...lines.slice(0, -1), `${lines.at(-1)}${comma}`].map(line => line.trimStart());
}
