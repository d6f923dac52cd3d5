/** What stands in place of something masked, as SDKs write it too. */
export const markerOf = (kind: string): string => `[REDACTED:${kind}]`;

/** A text that is nothing but a marker. */
export const isMarker = (text: string): boolean => /^\[REDACTED:\w+\]$/u.test(text);

/** What a marker is called says nothing about a value. */
export const hasMarker = (text: string): boolean => text.includes('[REDACTED:');

export type Count = { masked: number };

/** Puts a marker in place of what was found, and counts it. */
export function masked(kind: string, count: Count): string {
  count.masked++;
  return markerOf(kind);
}
