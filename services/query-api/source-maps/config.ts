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
  /** Places that are remembered: about a thousand of an organization, for the latest organizations. */
  rememberedBytesOfOneMax: MiB,
  organizationsRemembered: 32,
  threads: {
    /** One of them is left to other organizations. */
    /** A thread holds one map, compressed and inflated: 100 MiB at most. */
    threadsMax: 2,
    ownThreadsMax: 1,
    queuedMax: 32,
    /** The dearest map of 50 MiB takes two to four seconds of processor time. */
    taskMsMax: 10_000,
    idleMsMax: 10_000,
    /** Only what is found becomes objects. */
    heapMiBMax: 128,
  },
} as const;
