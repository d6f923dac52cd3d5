/** Limits of chunks of recorded sessions. */
export const replayLimits = {
  /** Of the events of a chunk as JSON: as much as the recorder holds at most. */
  chunkBytesMax: 24_117_248,
  /** Levels of events as JSON. An element of a page takes two of them, and browsers nest 512 elements. */
  depthMax: 2_048,
  eventsMax: 200_000,
  segmentMax: 1_000_000,
  countMax: 1_000_000_000,
  /** Instants of events: years with four digits, as RFC 3339 has them. */
  instantMsMax: 253_402_300_799_999,
  urlCharactersMax: 2_000,
  userIdCharactersMax: 200,
  userAgentCharactersMax: 300,
  /** A shorter body is read at once, a longer one in a thread; it may still be a bomb, so this is little. */
  readAtOnceBytesMax: 4 * 1024,
  /** As little because what is masked in it is looked for, too: the dearest takes ten milliseconds. */
  inflatedAtOnceBytesMax: 16 * 1024,
  threads: {
    /** One of them is left to other organizations. */
    threadsMax: 2,
    ownThreadsMax: 1,
    queuedMax: 64,
    /** The dearest chunk, 24 MB of attributes that may be secret, takes 6 s of processor time. */
    taskMsMax: 30_000,
    idleMsMax: 10_000,
    heapMiBMax: 128,
  },
  /** Of a chunk, what rage and dead clicks are counted from over the borders of chunks; a chunk with more is counted alone. */
  moments: {
    clicksMax: 200,
    /** Times, apart from each other, that effects answer for. */
    answeredMax: 200,
  },
  /** What is found in a chunk; it lies beside it in the warehouse. */
  findings: {
    /** A request that took as long is slow; a day at most. */
    slowMs: 1_000,
    durationMsMax: 86_400_000,
    /** The slowest of a chunk. */
    slowMax: 50,
    methodCharactersMax: 20,
    urlCharactersMax: 500,
    /** Distinct messages of errors on the console. */
    errorsMax: 50,
    messageCharactersMax: 300,
    /** Members of one event that the page sends. */
    fieldsMax: 50,
    /** Attributes of the user. */
    attributesMax: 20,
    attributeCharactersMax: 200,
  },
  /** Of a look for sessions that are to be deleted. */
  readMsMax: 10_000,
  /** Contents that one look deletes. */
  sweptMax: 50_000,
} as const;
