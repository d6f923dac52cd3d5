/** A span that ended longer ago, or an older data point, is refused: old days would touch many table partitions. */
export const spanAgeDaysMax = 7;

/** A span may end this long after it was received: clocks differ. */
export const spanAheadMinutesMax = 10;

/** Levels of arrays and key-value lists inside one attribute. */
export const attributeDepthMax = 32;

/** Levels of objects and arrays in a JSON body: room for the deepest attribute, without a deep stack. */
export const jsonDepthMax = 256;

/** Characters of a sender's text that a reason quotes. */
export const quotedLengthMax = 40;

/** Buckets, bounds or quantiles of one data point. */
export const pointListMax = 2_000;

/** Exemplars of one data point. */
export const exemplarsMax = 1_000;

/** Scales of exponential histograms, as the OpenTelemetry specification has them. */
export const scaleMin = -10;
export const scaleMax = 20;
