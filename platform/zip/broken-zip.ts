/** Bytes that are no zip, or an entry that cannot be read. */
export class BrokenZip extends Error {
  override readonly name = 'BrokenZip';
  readonly code = 'broken_zip';
  readonly retryable = false;
}

/** More was found in a zip than is taken. */
export class OversizedZip extends Error {
  override readonly name = 'OversizedZip';
  readonly code = 'oversized_zip';
  readonly retryable = false;
}
