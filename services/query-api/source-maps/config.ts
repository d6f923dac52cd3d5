const MiB = 1024 * 1024;

/** Limits of symbolicated stack traces. */
export const symbolicationLimits = {
  /** Of one trace: stack traces, and of each: characters, frames, and characters of a line. */
  stacksMax: 50,
  stackCharactersMax: 64 * 1024,
  framesMax: 200,
  lineCharactersMax: 2_000,
  /** Maps that one response reads. */
  mapsMax: 20,
  /** How long a response waits for its maps; the frames of later ones stay as they are. */
  waitMsMax: 5_000,
  /** Of a map when it is inflated. */
  mapBytesMax: 50 * MiB,
  /** Characters of the name of a file or a function. */
  nameCharactersMax: 1_000,
  /** Positions that are remembered: those of one error are read again and again. */
  positionsRemembered: 20_000,
  threads: {
    /** One of them is left to other organizations. */
    threadsMax: 2,
    ownThreadsMax: 1,
    queuedMax: 32,
    /** A map of 50 MiB takes about two seconds of an idle processor. */
    taskMsMax: 10_000,
    idleMsMax: 10_000,
    /** The mappings of a map take up to ten times its bytes; a thread that needs more is ended. */
    heapMiBMax: 768,
  },
} as const;
