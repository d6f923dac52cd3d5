import { itemBytesMax, itemMessagesMax } from '../limits.ts';

/** Whether a span or data point is small enough to be taken, or why not. */
export function validateSize(bytes: number, messages: number, parts: string): string | undefined {
  if (bytes > itemBytesMax) return `it has ${bytes} bytes; at most ${itemBytesMax} are taken`;
  if (messages > itemMessagesMax) {
    return `it has ${messages} ${parts}; at most ${itemMessagesMax} are taken`;
  }
  return undefined;
}
