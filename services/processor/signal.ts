import type { NamedWindow } from './blocks/windows.ts';
import type { BatchRange } from './core/range.ts';
import type { BatchTable } from './core/tables.ts';
import type { RequestRecord } from './request.ts';
import type { Block } from './table-rows.ts';

/** One kind of telemetry: where it comes from, where it goes, and what its records become. */
export type Signal = {
  readonly topic: string;
  readonly group: string;
  /** Every table that a batch may go to. */
  readonly tables: readonly BatchTable[];
  /** Batches in memory at once. */
  readonly batchesAtOnce: number;
  readonly openDesk: () => Desk;
};

/** The memory in which one batch after the other is formed; the blocks lie in it until they are inserted. */
export type Desk = {
  readonly begin: () => Forming;
  /** Takes everything away. False: so much was kept that a new one is better. */
  readonly clear: () => boolean;
};

export type Forming = {
  /** Decodes a request; when it throws, nothing of it was taken. */
  readonly add: (request: RequestRecord, requestIndex: number) => void;
  /** Spans or data points so far. */
  readonly rows: () => number;
  readonly finish: (finishing: Finishing) => Promise<BatchBlocks>;
};

export type Finishing = {
  readonly requests: readonly RequestRecord[];
  readonly range: BatchRange;
  readonly knownSeconds: number;
  readonly signal: AbortSignal;
};

export type BatchBlocks = {
  readonly windows: readonly NamedWindow[];
  /** In the order in which they are inserted; requests come last, as they recognise repeats. */
  readonly blocks: readonly Block[];
};
