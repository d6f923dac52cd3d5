import type { KeyValue } from '../../../platform/otlp/attributes.ts';

const beforeKey = '{"key":"';
const beforeText = '","value":{"stringValue":"';
/** Of an escape that was cut off, `\ud83d\udd1` at most. */
const brokenCharactersMax = 12;

/**
 * The beginning of a text of attributes, cut off anywhere, as a text of attributes again: the items
 * that are whole, and as much as there is of one more when it is a text.
 */
export function mendedList(beginning: string): {
  readonly text: string;
  readonly wholeItems: number;
} {
  const { end, items } = wholeItemsOf(beginning);
  const more = partOf(beginning.slice(end).replace(/^[[,]/, ''));
  const whole = beginning.slice(1, end);
  const texts = [...(whole === '' ? [] : [whole]), ...(more === undefined ? [] : [more])];
  return { text: `[${texts.join(',')}]`, wholeItems: items };
}

/** Where the last item ends that is whole, and how many there are. */
function wholeItemsOf(list: string): { readonly end: number; readonly items: number } {
  let depth = 0;
  let end = 1;
  let items = 0;
  for (let at = 1; at < list.length; at++) {
    const character = list[at];
    if (character === '"') at = endOfText(list, at);
    else if (character === '{') depth++;
    else if (character === '}' && --depth === 0) {
      end = at + 1;
      items++;
    }
  }
  return { end, items };
}

/** Of the quote that ends a text, or of the end of all. */
function endOfText(list: string, start: number): number {
  for (let at = start + 1; at < list.length; at++) {
    if (list[at] === '\\') at++;
    else if (list[at] === '"') return at;
  }
  return list.length;
}

/** An item that was cut off within its text, marked; undefined when there is none. */
function partOf(item: string): string | undefined {
  const keyEnd = endOfText(item, beforeKey.length - 1);
  if (!item.startsWith(beforeText, keyEnd)) return undefined;
  const value = unquoted(item.slice(keyEnd + beforeText.length));
  const key = unquoted(item.slice(beforeKey.length, keyEnd));
  const part: KeyValue = { key, value: { stringValue: `${value}… (shortened)` } };
  return JSON.stringify(part);
}

/** What a text in JSON says, without the escape or character that it may break off in. */
function unquoted(json: string): string {
  for (let cut = 0; cut <= brokenCharactersMax; cut++) {
    try {
      const text: string = JSON.parse(`"${json.slice(0, json.length - cut)}"`);
      return text.replace(/[\ud800-\udbff\ufffd]+$/, '');
    } catch {
      // It breaks off within what is left, too.
    }
  }
  return '';
}
