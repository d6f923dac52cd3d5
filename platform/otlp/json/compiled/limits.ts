/** Memory of the compiled transcoder, of which a body takes twice its length. Longer bodies are not for it. */
export const compiledBytesMax = 64 * 1024 * 1024;

/** An instance that has grown beyond this is not kept for the next body. */
export const compiledKeptBytesMax = 8 * 1024 * 1024;

/** Protobuf is shorter than its JSON except in lists of short numbers: room for those of a small body. */
export const outputSlackBytes = 16 * 1024;
