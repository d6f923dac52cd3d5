/** True for an operational error that may succeed when it is tried again. A bug has no such mark. */
export const isRetryable = (error: unknown): error is Error =>
  error instanceof Error && 'retryable' in error && error.retryable === true;

/** Too many records cannot be processed: that is a faulty release or sender, not a faulty record. */
export class PartitionHalted extends Error {
  override readonly name = 'PartitionHalted';
  readonly code = 'partition_halted';
  readonly retryable = false;
}
