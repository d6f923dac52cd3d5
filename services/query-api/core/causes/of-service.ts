import type { SampledSpan } from '../root-causes/sampled-span.ts';

/** The spans of a service and those below them: what called it cannot be its dependency. */
export function spansOfService(spans: readonly SampledSpan[], service: string): SampledSpan[] {
  const byId = new Map(spans.map(span => [`${span.trace}/${span.span}`, span]));
  const decided = new Map<SampledSpan, boolean>();
  return spans.filter(span => {
    const path: SampledSpan[] = [];
    let at: SampledSpan | undefined = span;
    // A span of the path is decided as not being below until it is known, so a ring ends.
    while (at !== undefined && !decided.has(at) && at.service !== service) {
      decided.set(at, false);
      path.push(at);
      at = byId.get(`${at.trace}/${at.parent}`);
    }
    const isBelow = at !== undefined && (at.service === service || decided.get(at) === true);
    for (const each of path) decided.set(each, isBelow);
    return isBelow;
  });
}
