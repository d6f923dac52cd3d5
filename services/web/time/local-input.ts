import type { Zone } from './time-search.ts';

const two = (value: number): string => String(value).padStart(2, '0');

/** An instant as `<input type="datetime-local">` writes it, by the clock of the page. */
export function localInput(ms: number, zone: Zone): string {
  const at = new Date(ms);
  if (zone === 'utc') return at.toISOString().slice(0, 16);
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

/**
 * RFC 3339 of such a text; the preset to the millisecond where it was not touched, and the text itself where it is none,
 * so that the server says what is wrong with it.
 */
export function instantOfInput(text: string, zone: Zone, presetMs?: number): string {
  const isPreset = presetMs !== undefined && localInput(presetMs, zone) === text;
  const ms = isPreset ? presetMs : Date.parse(zone === 'utc' ? `${text}Z` : text);
  return Number.isFinite(ms) ? new Date(ms).toISOString() : text;
}
