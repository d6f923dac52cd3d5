/** A span that ended longer ago than this is refused: old days would touch many table partitions. */
export const spanAgeDaysMax = 7;

/** A span may end this long after it was received: clocks differ. */
export const spanAheadMinutesMax = 10;

/** Levels of arrays and key-value lists inside one attribute. */
export const attributeDepthMax = 32;

/** Levels of objects and arrays in a JSON body: room for the deepest attribute, without a deep stack. */
export const jsonDepthMax = 256;

/** Characters of a sender's text that a reason quotes. */
export const quotedLengthMax = 40;

/** Of one text about an error in the table of errors; the span keeps it whole. */
export const errorTextBytesMax = 16_384;
