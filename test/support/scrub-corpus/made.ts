import type { Json } from '../../../schemas/json.ts';

/** What is captured, and the texts that nobody may find in it again. */
export type Secret = {
  readonly about: string;
  readonly value: Json;
  readonly secrets: readonly string[];
};

/** What only looks like a secret, and stays as it is. */
export type Harmless = { readonly about: string; readonly value: Json };

/** How a program writes a value under a name. */
export type NamedForm<Value = string> = (name: string, value: Value) => Json;

export const wordsIn = (text: string): readonly string[] => text.split(/\s+/u);

const alphabets = {
  hex: '0123456789abcdef',
  upper: '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  letters: '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz',
  url: '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_',
  digits: '0123456789',
} as const;

/** Characters that are the same in every run. No program that looks for secrets in files finds them there. */
export function made(alphabet: keyof typeof alphabets, length: number, seed = 1): string {
  const of = alphabets[alphabet];
  let state = (seed * 2_654_435_761 + length) >>> 0;
  let text = '';
  for (let at = 0; at < length; at++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    text += of[Math.floor((state / 2 ** 32) * of.length)];
  }
  return text;
}

/** A JSON web token or a part of one. */
export const encoded = (value: object): string =>
  Buffer.from(JSON.stringify(value)).toString('base64url');
