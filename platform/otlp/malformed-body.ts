/** The body as a whole cannot be read as OTLP; none of it was taken. */
export class MalformedBody extends Error {
  override readonly name: string = 'MalformedBody';
  readonly code: string = 'malformed_body';
  readonly retryable = false;
}

/** The body holds more than a request may; none of it was taken. */
export class OversizedBody extends MalformedBody {
  override readonly name = 'OversizedBody';
  override readonly code = 'oversized_body';
}
