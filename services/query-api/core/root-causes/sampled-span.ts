/** What is known of a span of a sampled trace. Times in nanoseconds since an instant that all spans of a sample have in common. */
export type SampledSpan = {
  readonly trace: string;
  readonly span: string;
  /** `0`: it has none. */
  readonly parent: string;
  readonly service: string;
  readonly name: string;
  readonly kind: number;
  readonly start: number;
  readonly duration: number;
  /** The database, queue or host that it names as called (`targetText`); empty when it names none. */
  readonly peer: string;
  readonly failed: boolean;
  /** Of its exception, or else its status. */
  readonly errorType: string;
  readonly message: string;
};

/** Spans by trace, and in each by their parent. */
export type ChildrenOf = ReadonlyMap<string, ReadonlyMap<string, readonly SampledSpan[]>>;

export function childrenOf(spans: readonly SampledSpan[]): ChildrenOf {
  const traces = new Map<string, Map<string, SampledSpan[]>>();
  for (const span of spans) {
    // Nothing that a client sends makes a span its own child.
    if (span.parent === span.span) continue;
    const parents = traces.get(span.trace) ?? new Map<string, SampledSpan[]>();
    traces.set(span.trace, parents);
    const siblings = parents.get(span.parent) ?? [];
    parents.set(span.parent, siblings);
    siblings.push(span);
  }
  return traces;
}

/** The children of a span that were sent. */
export const childrenIn = (children: ChildrenOf, { trace, span }: SampledSpan) =>
  children.get(trace)?.get(span) ?? [];
