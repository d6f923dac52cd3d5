/** The body as a whole cannot be read as OTLP; none of it was taken. */
export class MalformedBody extends Error {
  override readonly name = 'MalformedBody';
  readonly code = 'malformed_body';
  readonly retryable = false;
}
