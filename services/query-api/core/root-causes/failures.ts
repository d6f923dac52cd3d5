import type { SampledSpan } from './sampled-span.ts';

/** A place where traces fail first, with the traces in which they do, in the order of the spans. */
export type Failure = Pick<
  SampledSpan,
  'service' | 'name' | 'kind' | 'peer' | 'errorType' | 'message'
> & { readonly traces: readonly string[] };

/**
 * Spans that failed though nothing below them failed, put together by place and error; those of the most traces
 * first. An error that callers only pass on is counted where it arose, whatever spans are between.
 */
export function firstFailures(spans: readonly SampledSpan[]): Failure[] {
  const above = aboveFailures(spans);
  const places = new Map<string, { readonly span: SampledSpan; readonly traces: Set<string> }>();
  for (const span of spans) {
    if (!span.failed || above.has(span)) continue;
    const { service, name, kind, peer, errorType, message } = span;
    const key = JSON.stringify([service, name, kind, peer, errorType, message]);
    const place = places.get(key) ?? { span, traces: new Set<string>() };
    places.set(key, place);
    place.traces.add(span.trace);
  }
  return [...places.values()]
    .map(({ span: { service, name, kind, peer, errorType, message }, traces }) => {
      return { service, name, kind, peer, errorType, message, traces: [...traces] };
    })
    .sort((left, right) => right.traces.length - left.traces.length);
}

/** The spans that have a failed span anywhere below them. Each is passed once, so a ring that a client sends ends too; nothing in it fails first. */
function aboveFailures(spans: readonly SampledSpan[]): ReadonlySet<SampledSpan> {
  const byId = new Map(spans.map(span => [`${span.trace}/${span.span}`, span]));
  const above = new Set<SampledSpan>();
  for (const span of spans) {
    if (!span.failed) continue;
    let parent = parentIn(byId, span);
    while (parent !== undefined && !above.has(parent)) {
      above.add(parent);
      parent = parentIn(byId, parent);
    }
  }
  return above;
}

const parentIn = (byId: ReadonlyMap<string, SampledSpan>, { trace, parent, span }: SampledSpan) =>
  parent === span ? undefined : byId.get(`${trace}/${parent}`);
