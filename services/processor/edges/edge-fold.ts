import { parseTarget } from '../../../schemas/telemetry/call-target.ts';
import { windowSeconds, windowStart } from '../../../schemas/window.ts';
import { limits } from '../config.ts';
import type { CalleeType, EdgeWindow } from '../core/edge-window.ts';
import type { EdgePart, EdgeSink } from '../core/known-ends.ts';
import { openPairs, type TupleSet } from '../core/tuple-set.ts';
import { createYielder } from '../yielder.ts';

export type EdgeFold = {
  /** Takes the calls of an organization. */
  sink(organization: string): EdgeSink;
  /** Without windows in which everything was taken back. */
  result(): Promise<readonly EdgeWindow[]>;
};

/** Folds calls into windows of event time, by the end of the measured span. Integer sums only, so their order does not matter. */
export function openEdgeFold(): EdgeFold {
  const [texts, organizations] = [openTexts(), openTexts()];
  const [ends, edges, windows, bars] = [openPairs(), openPairs(), openPairs(), openPairs()];
  const sums = { n: [] as number[], errors: [] as number[], callerErrors: [] as number[] };
  const counts: number[] = [];
  const add = (organization: number, part: EdgePart, count: number): void => {
    const { measured } = part;
    const callee = texts.number(part.callee) * 2 + (part.isService ? 1 : 0);
    const edge = edges.number(organization, ends.number(texts.number(part.caller), callee));
    const window = windows.number(edge, windowStart(measured.endSeconds) / windowSeconds);
    addTo(sums.n, window, count);
    addTo(sums.errors, window, measured.failed ? count : 0);
    addTo(sums.callerErrors, window, part.callerFailed ? count : 0);
    addTo(counts, bars.number(window, measured.bucket), count);
  };
  const nameOf = (window: number) => {
    const edge = windows.a(window);
    const pair = edges.b(edge);
    return {
      organization: organizations.text(edges.a(edge)),
      caller: texts.text(ends.a(pair)),
      ...calleeOf(texts.text(ends.b(pair) >>> 1), ends.b(pair) % 2 === 1),
      time: windows.b(window) * windowSeconds,
    };
  };
  const figuresOf = (window: number) => ({
    n: sums.n[window] as number,
    errors: sums.errors[window] as number,
    callerErrors: sums.callerErrors[window] as number,
  });
  const histogramOf = (own: number[]) => {
    own.sort((left, right) => bars.b(left) - bars.b(right));
    return { buckets: own.map(bars.b), counts: own.map(bar => counts[bar] as number) };
  };
  return {
    sink: organization => {
      const number = organizations.number(organization);
      return { add: (part, count) => add(number, part, count) };
    },
    result: async () => {
      const barsOf = await barsByWindow(bars, counts, windows.size());
      const slice = createYielder();
      const result: EdgeWindow[] = [];
      for (const [window, own] of barsOf.entries()) {
        const figures = figuresOf(window);
        if (own.length > 0 || figures.errors !== 0 || figures.callerErrors !== 0)
          result.push({ ...nameOf(window), ...figures, ...histogramOf(own) });
        await slice();
      }
      return result;
    },
  };
}

/** The bars of each window in which calls are left. */
async function barsByWindow(
  bars: TupleSet,
  counts: readonly number[],
  windows: number,
): Promise<readonly number[][]> {
  const slice = createYielder();
  const barsOf: number[][] = Array.from({ length: windows }, () => []);
  for (let bar = 0; bar < bars.size(); bar++) {
    if (counts[bar] !== 0) barsOf[bars.a(bar)]?.push(bar);
    if (bar % limits.callEndsTakenAtOnce === 0) await slice();
  }
  return barsOf;
}

function calleeOf(
  text: string,
  isService: boolean,
): { readonly calleeType: CalleeType; readonly callee: string } {
  if (isService) return { calleeType: 'service', callee: text };
  const { type, name } = parseTarget(text);
  return { calleeType: type, callee: name };
}

function addTo(sums: number[], index: number, amount: number): void {
  sums[index] = (sums[index] ?? 0) + amount;
}

/** Numbers of texts, in order of first sight. */
function openTexts() {
  const numbers = new Map<string, number>();
  const texts: string[] = [];
  return {
    text: (number: number): string => texts[number] as string,
    number: (text: string): number => {
      const known = numbers.get(text);
      if (known !== undefined) return known;
      numbers.set(text, texts.length);
      return texts.push(text) - 1;
    },
  };
}
