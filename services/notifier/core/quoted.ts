const charactersMax = 60;

/** Letters of every script, their marks, digits, blanks, _ and -. */
const harmless = /^[\p{L}\p{M}\p{N} _-]$/u;
const visible = /^[\p{P}\p{S}]$/u;

/**
 * Text of a sender for a mail: one line without links, addresses, markup and invisible characters.
 * `a.example/b` becomes `a[.]example[/]b`, a line feed becomes `[U+000A]`.
 */
export function quoted(text: string): string {
  const characters = [...text];
  const shown = characters.slice(0, charactersMax).map(shownAs).join('');
  return characters.length > charactersMax ? `${shown}…` : shown;
}

function shownAs(character: string): string {
  if (harmless.test(character)) return character;
  return `[${visible.test(character) ? character : codePoint(character)}]`;
}

const codePoint = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
