/** A span that ended longer ago than this is refused: old days would touch many table partitions. */
export const spanAgeDaysMax = 7;

/** A span may end this long after it was received: clocks differ. */
export const spanAheadMinutesMax = 10;

/** Spans of one request; SDKs send 512, collectors some thousands. */
export const requestSpansMax = 200_000;

/** Messages in one request: spans, attributes, values, items of lists, events, links. The shortest has two bytes. */
export const requestMessagesMax = 3_000_000;

/** Bytes of resources and scopes in one request, a resource counted for each of its scopes: each pair is stored. */
export const requestResourceBytesMax = 16 * 1024 * 1024;

export const spanBytesMax = 8 * 1024 * 1024;

/** Attributes, values, items of lists, events and links of one span. */
export const spanMessagesMax = 100_000;

/** Longest name of a span; its operation is part of every window. */
export const spanNameBytesMax = 16 * 1024;

export const serviceNameBytesMax = 1024;

/** Levels of arrays and key-value lists inside one attribute. */
export const attributeDepthMax = 32;

/** Levels of objects and arrays in a JSON body: room for the deepest attribute, without a deep stack. */
export const jsonDepthMax = 256;

/** Characters of a sender's text that a reason quotes. */
export const quotedLengthMax = 40;

/** Of one text about an error in the table of errors; the span keeps it whole. */
export const errorTextBytesMax = 16_384;
