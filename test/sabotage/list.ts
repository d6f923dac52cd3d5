/** One line of the source made wrong, and the test that must turn red. */
export type Sabotage = {
  readonly name: string;
  readonly file: string;
  /** Stands in the file exactly once; a run fails when it has moved. */
  readonly anchor: string;
  readonly breakage: string;
  readonly spec: string;
  /** Part of the full title of the test. */
  readonly test: string;
};

export const sabotages: readonly Sabotage[] = [
  {
    name: 'floor for ceil in the rank of a percentile',
    file: 'schemas/window.ts',
    anchor: 'const rank = Math.ceil(q * total);',
    breakage: 'const rank = Math.floor(q * total);',
    spec: 'test/unit/window-fold.test.ts',
    test: 'keeps counts and errors exact and percentiles within 1 % of the nearest rank',
  },
  {
    name: 'buckets of another width',
    file: 'schemas/window.ts',
    anchor: 'return ((halves[1] as number) >>> 14) - firstBucketBits;',
    breakage: 'return ((halves[1] as number) >>> 16) - (firstBucketBits >>> 2);',
    spec: 'test/unit/window-fold.test.ts',
    test: 'has a middle within 0.79 % of every duration in it',
  },
  {
    name: 'the marker does not beat the committed offset',
    file: 'services/processor/core/range.ts',
    anchor: 'if (marker !== undefined && marker.last >= offset)',
    breakage: 'if (marker !== undefined && marker.last < 0)',
    spec: 'test/unit/batch-range.test.ts',
    test: 'believes a marker more than an offset',
  },
  {
    name: 'repeats are not recognised',
    file: 'services/processor/repeats.ts',
    anchor: 'return !isRepeat;',
    breakage: 'return true || !isRepeat;',
    spec: 'test/integration/processor.test.ts',
    test: 'recognises a repeat in the same batch',
  },
];
