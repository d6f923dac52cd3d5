/**
 * Bytes of one body of telemetry when it is inflated. A larger body lies in the blob store as it is. A record that
 * claims more is a dead letter.
 */
export const inflatedBodyBytesMax = 4 * 1024 * 1024;

/** Bytes that are compressed before other work gets its turn: two milliseconds or so. */
export const compressedAtOnceBytesMax = 1024 * 1024;
