/** At most so many UTF-16 units of a text, with `…` for what is left out; never half a character. */
export const cut = (text: string, unitsMax: number): string => cutParts(Array.from(text), unitsMax);

/** The same of a text whose parts belong together, such as a character and what escapes it. */
export function cutParts(parts: readonly string[], unitsMax: number): string {
  const whole = parts.join('');
  if (whole.length <= unitsMax) return whole;
  let kept = '';
  for (const part of parts) {
    if (kept.length + part.length > unitsMax - 1) break;
    kept += part;
  }
  return `${kept}…`;
}

/**
 * Text of a sender where nothing is markup: one line without characters that nobody sees, such as those that turn the direction.
 * Services refuse an empty text, so it becomes a dash.
 */
export function plain(text: string, unitsMax: number): string {
  const shown = text.replace(/\p{C}|\p{Zl}|\p{Zp}/gu, ' ').trim();
  return shown === '' ? '–' : cut(shown, unitsMax);
}
