import { mayHide } from '../../../../domain/scrub/may-hide.ts';
import { scrub } from '../../../../domain/scrub/scrub.ts';
import type { Secrecy } from '../../../../domain/scrub/secret-names.ts';
import { maskingLimits as limits } from './config.ts';
import { type Masking, mayScrub } from './masking.ts';
import { lengthAt } from './rewriter.ts';

/** Masks what is secret in the string that the scanner has just read. */
export function maskRead(masking: Masking, secrecy: Secrecy = 'open'): void {
  const { json, out } = masking;
  const { bytes, from, to } = json;
  if (from === to || isPicture(bytes, from, to)) return;
  if (secrecy === 'secret') out.replaceText(from, to, hidden(masking));
  else forPieces(bytes, from, to, (start, end) => maskPiece(masking, start, end, secrecy));
}

function maskPiece(masking: Masking, from: number, to: number, secrecy: Secrecy): void {
  const { json, out } = masking;
  const text = textOf(json.bytes, from, to);
  const own = withoutOwn(text, masking);
  const isOpen = secrecy === 'open' && !mayHide(own);
  if (!isOpen && !mayScrub(masking, to - from)) {
    out.stars(from, to);
    return;
  }
  const clean = isOpen ? own : (scrub(own, secrecy).value as string);
  if (clean !== text) out.replaceText(from, to, clean);
}

/** Masks all of the string that the scanner has just read. */
export const starRead = ({ json, out }: Masking): void => out.stars(json.from, json.to);

/** Masks what is secret in the addresses of a style sheet, and nothing else: it must stay one. */
export function maskStylesRead({ json, out }: Masking): void {
  forPieces(json.bytes, json.from, json.to, (start, end) => {
    const text = textOf(json.bytes, start, end);
    const clean = text.replace(styleAddresses, address => scrub(address).value as string);
    if (clean !== text) out.replaceText(start, end, clean);
  });
}

/** A text with a marker for each match of own patterns; stars when they may take no more steps. */
export function withoutOwn(
  text: string,
  { rules: { patterns }, steps }: Pick<Masking, 'rules' | 'steps'>,
): string {
  if (patterns.isEmpty) return text;
  return patterns.without(text, steps) ?? text.replaceAll(/\S/gu, '*');
}

const hidden = ({ json }: Masking): string =>
  scrub(json.to - json.from < limits.valueBytesMax ? json.text() : 'long', 'secret')
    .value as string;

const styleAddresses = /(?<=url\(\s{0,8}["']?|@import\s{1,8}["'])(?!data:)[^\s"'()]{1,2000}/giu;

const pictureStart =
  /^data:(?:image|font|audio|video|application)\/[\w.+-]{1,60};(?:charset=[\w-]{1,20};)?base64,/u;

/** What pages show without fetching it: in the characters of base64 stands no secret that anybody typed. */
function isPicture(bytes: Uint8Array, from: number, to: number): boolean {
  if (bytes[from] !== 0x64 || bytes[from + 4] !== 0x3a) return false;
  return pictureStart.test(textOf(bytes, from, Math.min(to, from + 128)));
}

function textOf({ buffer, byteOffset }: Uint8Array, from: number, to: number): string {
  const raw = Buffer.from(buffer, byteOffset + from, to - from).toString('utf8');
  return raw.includes('\\') ? (JSON.parse(`"${raw}"`) as string) : raw;
}

function forPieces(
  bytes: Uint8Array,
  from: number,
  to: number,
  each: (from: number, to: number) => void,
): void {
  for (let at = from; at < to; ) {
    const end = to - at <= limits.textBytesMax ? to : pieceEnd(bytes, at);
    each(at, end);
    at = end;
  }
}

/** Before the begin of a key, behind a blank or a mark between words; else behind any character. */
function pieceEnd(bytes: Uint8Array, from: number): number {
  const end = from + limits.textBytesMax;
  const tail = Buffer.from(
    bytes.buffer,
    bytes.byteOffset + end - limits.cutBytesMax,
    limits.cutBytesMax,
  );
  const key = tail.lastIndexOf('-----BEGIN');
  if (key > 0) return end - limits.cutBytesMax + key;
  for (let at = end - 1; at >= end - limits.cutBytesMax; at--)
    if (betweenWords.has(bytes[at] as number)) return at + 1;
  let at = from;
  for (let next = at; next <= end; next += lengthAt(bytes, next)) at = next;
  return at;
}

/** None of them is a part of an escape or of a longer character. */
const betweenWords = new Set(Buffer.from(' ,;}&'));
