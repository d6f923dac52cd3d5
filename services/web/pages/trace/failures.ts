import { isFailed, type Model } from './model.ts';

/**
 * The span that failed first: an error is known when its span ends, so it is the one that ended first, which is
 * below all that failed because of it.
 */
export function firstFailure(model: Model): number | undefined {
  const { start_ns: starts, duration_ns: durations } = model.outline.columns;
  let found: number | undefined;
  let foundNs = Number.POSITIVE_INFINITY;
  for (const span of model.layout.order) {
    const endNs = (starts[span] ?? 0) + (durations[span] ?? 0);
    // Of those that ended at once, the later in the order is the deeper one.
    if (!isFailed(model, span) || endNs > foundNs) continue;
    found = span;
    foundNs = endNs;
  }
  return found;
}

/** The next span in the order of the page that failed and is wanted, round the end; undefined: there is none. */
export function nextError(
  model: Model,
  from: number,
  direction: 1 | -1,
  isWanted: (span: number) => boolean,
): number | undefined {
  const { order, placeOf, count } = model.layout;
  // Without a selected span, the way down begins above the first row and the way up below the last.
  const start = placeOf[from] ?? (direction === 1 ? -1 : count);
  for (let step = 1; step <= count; step++) {
    const span = order[(start + direction * step + count * 2) % count];
    if (span !== undefined && isFailed(model, span) && isWanted(span)) return span;
  }
  return undefined;
}
