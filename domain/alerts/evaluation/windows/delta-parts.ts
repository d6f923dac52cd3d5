import type { WindowDelta, WindowDeltaPart } from '../../../../schemas/telemetry/window-record.ts';

/** The parts of a delta that has not come whole, by the offset of each. */
type OpenDelta = {
  readonly first: number;
  readonly last: number;
  readonly parts: number;
  readonly come: Map<number, WindowDeltaPart>;
};

/** Of one source partition: up to where its deltas were applied, and the one that is coming. */
export type SourceState = { highWater: number; open: OpenDelta | undefined };

export type Sources = Map<number, SourceState>;

export type Taken =
  | { readonly kind: 'whole'; readonly windows: readonly WindowDelta[] }
  | { readonly kind: 'open' | 'repeated' }
  /** Part of the range was applied and part was not: that cannot be. */
  | { readonly kind: 'overlapping' };

/**
 * Takes a part of a delta. A delta is applied when its last part has come, and once: batches of a partition follow
 * each other, and a batch that is published again has the same range.
 */
export function takePart(sources: Sources, part: WindowDeltaPart): Taken {
  const source = sources.get(part.source) ?? { highWater: -1, open: undefined };
  sources.set(part.source, source);
  if (part.last <= source.highWater) return { kind: 'repeated' };
  if (part.first <= source.highWater) return { kind: 'overlapping' };
  const open = openDelta(source, part);
  open.come.set(part.part, part);
  if (open.come.size < open.parts) return { kind: 'open' };
  source.open = undefined;
  source.highWater = open.last;
  const inOrder = [...open.come.values()].sort((left, right) => left.part - right.part);
  return { kind: 'whole', windows: inOrder.flatMap(({ windows }) => windows) };
}

function openDelta(source: SourceState, { first, last, parts }: WindowDeltaPart): OpenDelta {
  const { open } = source;
  if (open !== undefined && open.first === first && open.last === last && open.parts === parts)
    return open;
  source.open = { first, last, parts, come: new Map() };
  return source.open;
}
