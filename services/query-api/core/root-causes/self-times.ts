import { type ChildrenOf, childrenIn, type SampledSpan } from './sampled-span.ts';

/** A place with the time that its spans spent themselves, in nanoseconds, and the traces that it has spans in. */
export type SelfTime = Pick<SampledSpan, 'service' | 'name' | 'peer'> & {
  readonly nanos: number;
  readonly traces: readonly string[];
};

/** Places by the time that their spans spent while no child of theirs ran, the longest first. */
export function selfTimes(spans: readonly SampledSpan[], children: ChildrenOf): SelfTime[] {
  const places = new Map<
    string,
    { readonly span: SampledSpan; nanos: number; traces: Set<string> }
  >();
  for (const span of spans) {
    const key = JSON.stringify([span.service, span.name, span.peer]);
    const place = places.get(key) ?? { span, nanos: 0, traces: new Set<string>() };
    places.set(key, place);
    place.nanos += selfNanos(span, childrenIn(children, span));
    place.traces.add(span.trace);
  }
  return [...places.values()]
    .map(({ span: { service, name, peer }, nanos, traces }) => {
      return { service, name, peer, nanos, traces: [...traces] };
    })
    .sort((left, right) => right.nanos - left.nanos);
}

/** The time of a span in which none of the children ran; children may overlap, and run longer than it. */
export function selfNanos(span: SampledSpan, children: readonly SampledSpan[]): number {
  const end = span.start + span.duration;
  let covered = 0;
  let from = span.start;
  for (const child of [...children].sort(byStart)) {
    const begin = Math.max(child.start, from);
    const until = Math.min(child.start + child.duration, end);
    if (until <= begin) continue;
    covered += until - begin;
    from = until;
  }
  return span.duration - covered;
}

const byStart = (left: SampledSpan, right: SampledSpan): number => left.start - right.start;
