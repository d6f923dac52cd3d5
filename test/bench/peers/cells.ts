import type { OtlpFormat } from '../../../schemas/topics.ts';

/** One kind of load that every subject meets. */
export type Cell = {
  readonly name: string;
  readonly format: OtlpFormat;
  readonly bodySpans: number;
  /** How many bodies are under way at once. */
  readonly senders: number;
  /** Undefined: each sender sends again as soon as it has its answer. */
  readonly spansPerSecond?: number;
};

const steadyPerSecond = 30_000;

/** Small bodies need more senders: an answer waits for the write to the log, which many bodies share. */
const sizes = [
  { bodySpans: 512, senders: 6 },
  { bodySpans: 50, senders: 32 },
  { bodySpans: 1, senders: 64 },
] as const;

const saturated: readonly Cell[] = (['protobuf', 'json'] as const).flatMap(format =>
  sizes.map(size => ({ ...size, format, name: `${format}, ${size.bodySpans} a body, saturated` })),
);

/** A body for each span cannot be sent so fast by one process of senders. */
const steady: readonly Cell[] = (['protobuf', 'json'] as const).flatMap(format =>
  sizes
    .filter(({ bodySpans }) => bodySpans > 1)
    .map(size => ({
      ...size,
      format,
      spansPerSecond: steadyPerSecond,
      name: `${format}, ${size.bodySpans} a body, ${steadyPerSecond / 1000} k/s`,
    })),
);

export const cells: readonly Cell[] = [...saturated, ...steady];
