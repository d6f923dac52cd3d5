/** Every limit of the ingest-api. */
export const limits = {
  /** A larger body goes to the blob store and the record carries its name. */
  recordBytesMax: 900 * 1024,
  /** A body that is no OTLP is looked at as another known shape up to this length. */
  foreignBytesMax: 256 * 1024,
  /** Characters of a sender's User-Agent that are kept. */
  clientLengthMax: 100,
} as const;
