import { eventText } from '../../../../platform/http/responses/event-stream.ts';
import { snapshotReadLimits } from '../config.ts';

/**
 * An event for SDKs. Go's takes no line of 64 KiB, so data that is longer is sent in several lines, which are broken where JSON
 * may have blanks: SDKs that join lines by a line feed and those that join them by nothing read the same.
 */
export function sdkEvent(event: string, data: unknown): string {
  const whole = eventText({ event, data });
  if (Buffer.byteLength(whole) <= snapshotReadLimits.eventLineBytesMax) return whole;
  const lines = JSON.stringify(data, undefined, 1).split('\n');
  return `event: ${event}\n${lines.map(line => `data: ${line.trimStart()}\n`).join('')}\n`;
}
