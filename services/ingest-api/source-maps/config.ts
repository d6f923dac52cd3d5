const MiB = 1024 * 1024;

/** Limits of source maps. */
export const sourceMapLimits = {
  /** Maps of an organization. Requests side by side may exceed it a little. */
  mapsMax: 10_000,
  /** Of the maps that an organization has at the moment, as they were sent; what is replaced or deleted is not among them. */
  mapsBytesMax: 20_000_000_000,
  /** Of a map as it is sent; the form around it has some more. */
  mapBytesMax: 50 * MiB,
  /** Parts of an upload, the file among them, and of each other one: name, value and headers. */
  partsMax: 10,
  partNameBytesMax: 100,
  partBytesMax: 4 * 1024,
  partHeadersMax: 20,
  partHeaderBytesMax: 8 * 1024,
  /** Of a form, parsed at once before it is seen whether it is broken. */
  formSliceBytes: 8 * 1024,
  /** A shorter upload is read at once, a longer one in a thread. */
  readAtOnceBytesMax: 256 * 1024,
  threads: {
    /** One of them is left to other organizations. */
    threadsMax: 2,
    ownThreadsMax: 1,
    queuedMax: 32,
    /** The dearest map of 50 MiB takes about two seconds of an idle processor. */
    taskMsMax: 20_000,
    idleMsMax: 10_000,
    heapMiBMax: 128,
  },
  /** Of a zip with maps. It is as long as a map may be, at most. */
  zip: {
    /** Files and folders of it, maps or not. */
    entriesMax: 10_000,
    mapsMax: 1_000,
    /** Of a file with its folders. */
    nameBytesMax: 1_024,
    /** Of all maps and of the code that is searched for debug ids, counted while they are unpacked. */
    unpackedBytesMax: 200 * MiB,
    /** Maps whose reasons a refusal has. */
    faultsMax: 20,
    /** Threads of its own, so that zips do not keep single maps waiting. */
    threads: {
      threadsMax: 2,
      ownThreadsMax: 1,
      queuedMax: 32,
      /** The dearest 200 MiB take about eight seconds of an idle processor. */
      taskMsMax: 60_000,
      idleMsMax: 10_000,
      heapMiBMax: 128,
    },
    /** Contents and commands of one zip that are on their way at once. */
    mapsAtOnce: 20,
  },
  /** Commands of a deletion that are on their way at once. */
  deletionsAtOnce: 20,
  /** Rows of a release that are read at once. */
  pageRows: 1_000,
  /** Contents that one look deletes. */
  sweptMax: 10_000,
} as const;
