import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { isKnown } from './names.ts';

/** Names with their values as text, without blank ones. */
export type Texts = Readonly<Record<string, string>>;

type FileTexts = { readonly texts: Texts; readonly errors: readonly string[] };

const nothing: FileTexts = { texts: {}, errors: [] };

/** An empty variable is how compose files leave one out. */
export const textsOf = (values: Readonly<Record<string, string | undefined>>): Texts =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      const text = value?.trim() ?? '';
      return text === '' ? [] : [[name, text]];
    }),
  );

/** A map of names to scalars, or to lists of them. Without the file: nothing. */
export function readFile(path: string): FileTexts {
  try {
    return fileTexts(path, parse(readFileSync(path, 'utf8')));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return nothing;
    const [why] = String(error).split('\n', 1);
    return { texts: {}, errors: [`${path} cannot be read: ${why}`] };
  }
}

function fileTexts(path: string, content: unknown): FileTexts {
  if (content === null || content === undefined) return nothing;
  if (typeof content !== 'object' || Array.isArray(content)) {
    return { texts: {}, errors: [`${path}: expected a map of names to values`] };
  }
  const entries = Object.entries(content);
  const usable = entries.filter(([, value]) => isText(value));
  return {
    texts: textsOf(Object.fromEntries(usable.map(([name, value]) => [name, textOf(value)]))),
    errors: entries.flatMap(([name, value]) => [
      ...(isKnown(name) ? [] : [`${path}: ${name} is not a name that is understood`]),
      ...(isText(value) ? [] : [`${path}: ${name} expected a text, a number or a list of them`]),
    ]),
  };
}

const isText = (value: unknown): boolean =>
  Array.isArray(value) ? value.every(isScalar) : isScalar(value);

const isScalar = (value: unknown): boolean =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value);

const textOf = (value: unknown): string =>
  Array.isArray(value) ? value.join(',') : String(value ?? '');
