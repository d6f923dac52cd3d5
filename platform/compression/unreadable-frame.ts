/** Compressed bytes that cannot be what they claim to be: trying again does not help. */
export class UnreadableFrame extends Error {
  override readonly name = 'UnreadableFrame';
  readonly code = 'unreadable_frame';
  readonly retryable = false;
}
