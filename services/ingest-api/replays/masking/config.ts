/** Limits of masking recorded sessions. */
export const maskingLimits = {
  /** A longer value of JSON is gone through piece by piece; of a shorter one objects are made. */
  valueBytesMax: 64 * 1024,
  /** A longer text is looked through in pieces that end between words. */
  textBytesMax: 256 * 1024,
  /** Before the end of such a piece, where a place between words is looked for. */
  cutBytesMax: 16 * 1024,
  /** Of a text in which own patterns are looked for at once. */
  patternCharactersMax: 8 * 1024,
  /** Of all own patterns of an organization, as `patternSize` counts them. */
  patternSizeMax: 1_000,
  /**
   * Steps of own patterns in one chunk: characters looked at times the size of a pattern. What is left of its texts is then masked
   * as a whole. It takes about 5 seconds.
   */
  patternStepsMax: 1_000_000_000,
  /** The same of the address of a page, which is masked on the event loop: about 10 milliseconds. */
  addressStepsMax: 2_000_000,
  /**
   * Bytes of texts and values in one chunk that are looked through for secrets, of those that may hide one; short ones count for
   * more. What is left of these is then masked as a whole. It takes about 5 seconds.
   */
  scrubbedBytesMax: 4 * 1024 * 1024,
  scrubbedAtLeastBytes: 64,
  /** Nodes of pages that are known at once; a further one counts as unknown. */
  nodesMax: 200_000,
  /** Elements around a node that are looked at; browsers nest 512, and pages hardly 60. */
  ancestorsMax: 256,
  /** Of an attribute with which selectors are compared; an element with a longer one counts as selected. */
  comparedBytesMax: 16 * 1024,
  /** Of the name of an attribute. */
  attributeBytesMax: 400,
  /** Rules that are kept compiled, by number. */
  rulesKeptMax: 50,
} as const;
