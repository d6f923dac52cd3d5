/** After how much a batch is cut; the last request is always taken whole. */
export type BatchSize = {
  /** Bytes of bodies. */
  readonly bytesMax: number;
  /** Spans or data points. */
  readonly rowsMax: number;
};

/** Of one partition: a second batch is gathered while the first is inserted. */
const partsMin = 2;
/** More partitions do not make batches smaller: they are seldom full at once. */
const partsMax = 4;
const bytesPerRow = 1024;
/** Columns double, and a batch has the rest of its last request as well: with no room for that they would be twice as long. */
const rowsShare = 15 / 16;

/**
 * The batches of a topic with so many partitions. Full batches of all partitions, and of one partition the batch after it
 * as well, are what may wait for the warehouse in memory.
 */
export function batchSize(memoryBytes: number, partitions: number): BatchSize {
  const parts = Math.min(partsMax, Math.max(partsMin, partitions));
  const bytesMax = Math.floor(memoryBytes / parts);
  return { bytesMax, rowsMax: Math.max(1, Math.floor((bytesMax / bytesPerRow) * rowsShare)) };
}
