import { RE2JS } from 're2js';
import { markerOf } from '../../../../domain/scrub/marker.ts';
import { parsePattern } from '../../../../domain/snapshots/expression/pattern.ts';
import { maskingLimits as limits } from './config.ts';

type Pattern = { readonly size: number; readonly compiled: RE2JS };

/** What patterns may still take of a chunk. */
export type Steps = { left: number };

export type Patterns = {
  readonly isEmpty: boolean;
  /** A text with a marker for each match; undefined when there are no steps left for it. */
  readonly without: (text: string, steps: Steps) => string | undefined;
};

const marker = markerOf('pattern');

/** Regular expressions that an organization wants masked. Throws `ExpressionError` for what is none, or too large. */
export function openPatterns(sources: readonly string[]): Patterns {
  let left: number = limits.patternSizeMax;
  const patterns = sources.map((source): Pattern => {
    const { size } = parsePattern(source, left);
    left -= size;
    return { size, compiled: RE2JS.compile(source) };
  });
  return {
    isEmpty: patterns.length === 0,
    without: (text, steps) => {
      let clean = '';
      for (let at = 0; at < text.length; ) {
        const end = pieceEnd(text, at);
        clean += withoutAll(text.slice(at, end), patterns, steps);
        if (steps.left < 0) return undefined;
        at = end;
      }
      return clean;
    },
  };
}

/** Of a short text its end, else behind a blank. */
function pieceEnd(text: string, from: number): number {
  const end = from + limits.patternCharactersMax;
  if (end >= text.length) return text.length;
  const blank = text.lastIndexOf(' ', end);
  return blank > from ? blank + 1 : end;
}

const withoutAll = (text: string, patterns: readonly Pattern[], steps: Steps): string =>
  patterns.reduce((clean, pattern) => withoutOne(clean, pattern, steps), text);

/** Each search takes at most a step for each character behind its begin, so all are counted before they are made. */
function withoutOne(text: string, { compiled, size }: Pattern, steps: Steps): string {
  const matcher = compiled.matcher(text);
  let clean = '';
  let done = 0;
  for (let at = 0; at < text.length; ) {
    steps.left -= (text.length - at) * size;
    if (steps.left < 0 || !matcher.find(at)) break;
    const [start, end] = [matcher.start(), matcher.end()];
    if (end > start) {
      clean += text.slice(done, start) + marker;
      done = end;
    }
    // An empty match masks nothing.
    at = Math.max(end, at + 1);
  }
  return done === 0 ? text : clean + text.slice(done);
}
