const nameCharactersMax = 60;
const sentenceCharactersMax = 300;

/** Letters of every script, their marks, digits, blanks, _ and -. */
const harmless = /^[\p{L}\p{M}\p{N} _-]$/u;
/** The same, and what makes no link in a sentence. */
const harmlessInSentences = /^[\p{L}\p{M}\p{N}_,;()%-]$/u;
/** A word with its stop, or an address of a host that is no name: mail programs make no link of them. */
const harmlessWord =
  /^[\p{L}\p{M}\p{N}_,;()%-]*[.:]?$|^\(?\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?\)?[,;:.]?$|^[\da-f]*:[\da-f:]*[,;:).]?$/u;
const visible = /^[\p{P}\p{S}]$/u;

/**
 * Text of a sender for a mail: one line without links, addresses, markup and invisible characters.
 * `a.example/b` becomes `a[.]example[/]b`, a line feed becomes `[U+000A]`.
 */
export const quoted = (text: string): string => shown(text, nameCharactersMax, harmless);

/** A sentence of Tidemark that may contain text of a sender: it is shown as it is but for words that could be a link. */
export function quotedSentence(text: string): string {
  const cut = [...text].slice(0, sentenceCharactersMax).join('');
  const words = cut.split(' ').map(word => (harmlessWord.test(word) ? word : quotedWord(word)));
  return words.join(' ') + (cut.length < text.length ? '…' : '');
}

const quotedWord = (word: string): string =>
  Array.from(word, one => shownAs(one, harmlessInSentences)).join('');

function shown(text: string, charactersMax: number, kept: RegExp): string {
  const characters = [...text];
  const first = characters.slice(0, charactersMax).map(one => shownAs(one, kept));
  return characters.length > charactersMax ? `${first.join('')}…` : first.join('');
}

function shownAs(character: string, kept: RegExp): string {
  if (kept.test(character)) return character;
  return `[${visible.test(character) ? character : codePoint(character)}]`;
}

const codePoint = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
