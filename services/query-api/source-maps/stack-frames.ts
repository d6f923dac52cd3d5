import { symbolicationLimits as limits } from './config.ts';

/** A place in code as a browser runs it. Lines and columns begin with 1. */
export type CodePlace = { readonly url: string; readonly line: number; readonly column: number };

/** One line of a stack trace; without a place it is a message, or code of the browser itself. */
export type StackLine = {
  readonly raw: string;
  /** '' if the browser gives none. */
  readonly functionName: string;
  readonly place?: CodePlace;
};

/** The lines of a stack trace of Chromium, Firefox or Safari. */
export const stackLines = (stack: string): readonly StackLine[] =>
  stack
    .slice(0, limits.stackCharactersMax)
    .split('\n', limits.framesMax)
    .map(raw => lineOf(raw.replace(/\r$/u, '')));

function lineOf(raw: string): StackLine {
  const none = { raw, functionName: '' };
  if (raw.length > limits.lineCharactersMax) return none;
  const text = raw.trim();
  return (text.startsWith('at ') ? ofChromium(raw, text.slice(3)) : ofFirefox(raw, text)) ?? none;
}

/** `fn (url:1:2)`, `async fn (url:1:2)`, `new Fn (url:1:2)` or `url:1:2`. */
function ofChromium(raw: string, text: string): StackLine | undefined {
  if (!text.endsWith(')')) return withPlace(raw, '', text.replace(/^async /u, ''));
  const open = text.indexOf(' (');
  if (open === -1) return undefined;
  const name = text.slice(0, open).replace(/^(?:async|new) /u, '');
  return withPlace(raw, name.replace(/ \[as [^\]]*\]$/u, ''), text.slice(open + 2, -1));
}

/** `fn@url:1:2` or `@url:1:2`. A URL may contain the sign, a name does not. */
function ofFirefox(raw: string, text: string): StackLine | undefined {
  // Safari has no sign before the URL of what has no name.
  if (/^[a-z][a-z0-9+.-]{0,40}:\/\//iu.test(text)) return withPlace(raw, '', text);
  const at = text.indexOf('@');
  return at === -1
    ? undefined
    : withPlace(raw, text.slice(0, at).replace(/^async\*/u, ''), text.slice(at + 1));
}

const placeEnd = /:(\d{1,9}):(\d{1,9})$/u;

function withPlace(raw: string, functionName: string, text: string): StackLine | undefined {
  const end = placeEnd.exec(text);
  if (end === null || end.index === 0) return undefined;
  const [line, column] = [Number(end[1]), Number(end[2])];
  if (line === 0 || column === 0) return undefined;
  return { raw, functionName, place: { url: text.slice(0, end.index), line, column } };
}

/** The file name at the end of a URL; '' if it has none. */
export function fileNameOf(url: string): string {
  const [path = ''] = url.split(/[?#]/u, 1);
  return path.slice(path.lastIndexOf('/') + 1);
}
