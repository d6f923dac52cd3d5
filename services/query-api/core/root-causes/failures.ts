import { type ChildrenOf, childrenIn, type SampledSpan } from './sampled-span.ts';

/** A place where traces fail first, with the traces in which they do, in the order of the spans. */
export type Failure = Pick<SampledSpan, 'service' | 'name' | 'kind' | 'errorType' | 'message'> & {
  readonly traces: readonly string[];
};

/**
 * Spans that failed though no child of theirs failed, put together by place and error; those of the most traces
 * first. An error that a caller only passes on is counted where it arose.
 */
export function firstFailures(spans: readonly SampledSpan[], children: ChildrenOf): Failure[] {
  const places = new Map<string, { readonly span: SampledSpan; readonly traces: Set<string> }>();
  for (const span of spans) {
    if (!span.failed || childrenIn(children, span).some(({ failed }) => failed)) continue;
    const { service, name, kind, errorType, message } = span;
    const key = JSON.stringify([service, name, kind, errorType, message]);
    const place = places.get(key) ?? { span, traces: new Set<string>() };
    places.set(key, place);
    place.traces.add(span.trace);
  }
  return [...places.values()]
    .map(({ span: { service, name, kind, errorType, message }, traces }) => {
      return { service, name, kind, errorType, message, traces: [...traces] };
    })
    .sort((left, right) => right.traces.length - left.traces.length);
}
