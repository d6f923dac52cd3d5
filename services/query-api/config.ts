import { hourMs } from '../../schemas/durations.ts';

/** Every limit of the query-api. */
export const limits = {
  /** Pages of checkouts for one client network in an hour. */
  checkoutPagesPerHour: 1_200,
  /** Of a payment provider that are under way at once; the others wait, and organizations take turns. */
  invoices: { runningMax: 16, ownRunningMax: 2, waitingMax: 200 },
  /** Pages of links in mails, of one client network in an hour. */
  mailPagesPerHour: 600,
  /** Of one trace in one answer: spans, and bytes of JSON. */
  traceSpansMax: 10_000,
  traceAnswerBytesMax: 16 * 1024 * 1024,
  /** Of the columns that are read for it: those of spans, which an answer gives about twice, and of resources. */
  traceReadBytesMax: 8 * 1024 * 1024,
  traceResourcesBytesMax: 4 * 1024 * 1024,
  /** A span or a resource that is longer is shortened where a trace does not fit; its share is never less. */
  traceSpanBytesMin: 16 * 1024,
  traceResourceBytesMin: 4 * 1024,
  /** What one statement shortens: the warehouse holds it several times. */
  shortenedBytesMax: 32 * 1024 * 1024,
  /** Characters of a span that are written as JSON before it is known whether there is room for them. */
  traceCharactersWritten: 64 * 1024,
  /** Of a long text of a span that is given without its attributes. */
  traceTextCharactersShown: 1_000,
  /** Spans of a trace that are read without being measured before. */
  traceSpansUnmeasuredMax: 1_000,
  /** A trace whose spans ended so long ago at most, or which was shown lately, is read by two statements at once, another one by one after the other; traces that count as shown. */
  traceRecentSeconds: 600,
  traceTimesRemembered: 10_000,
  /** Fragments of one trace that are put together here; those of a longer one are in the warehouse. */
  traceFragmentsMax: 100,
  /** Of the outline of a trace: spans, those of one row that is read, bytes that are read, and characters of a name; of short ones where that is too much. */
  outlineSpansMax: 200_000,
  outlineChunkSpans: 2_000,
  outlineReadBytesMax: 32 * 1024 * 1024,
  outlineNameCharacters: 200,
  outlineShortNameCharacters: 20,
  /** Spans of one id that are given together, and steps of a critical path and places of a comparison in one answer. */
  sameIdSpansMax: 10,
  criticalPathSegmentsMax: 20_000,
  diffPlacesMax: 2_000,
  /** A page of traces is looked for among the newest if it ends with one of so many; fragments that are looked at, for each trace up to its end and at least. */
  newestTracesMax: 500,
  newestFragmentsTimes: 8,
  newestFragmentsMin: 256,
  /** Steps of a histogram of traces. */
  traceHistogramStepsMax: 500,
  traceHistogramStepsPreset: 60,
  /** Characters of resources that are remembered, and of one: a longer one is read each time. */
  resourceCharactersRemembered: 4 * 1024 * 1024,
  resourceCharactersMax: 64 * 1024,
  /** Of the items of a list as JSON: the rest is on further pages, or is dropped and counted where the warehouse is read. */
  listBytesMax: 4 * 1024 * 1024,
  /** Rows that are looked at and characters that are parsed before it is known whether a slice of work is over. */
  listPageRows: 100,
  listPageBytesMax: 128 * 1024,
  /** Lists that are held in memory at once, all and those of one organization; requests that wait for it. */
  listsAtOnceMax: 16,
  listsAtOnceOfOneMax: 2,
  listsQueuedMax: 1_000,
  /** Of a text that is shortened, what is shown. */
  textCharactersShown: 200,
  auditSummaryCharactersMax: 300,
  /** Rows of the audit log that one request looks at. */
  auditRowsMax: 5_000,
  servicesMax: 2_000,
  /** Recorded deployments that a list of deployments looks at. */
  recordedDeploysMax: 100,
  /** Groups of errors that one list looks at, their steps, and what is shown of one. */
  errorGroupsMax: 2_000,
  errorsPresetMs: 24 * hourMs,
  errorStepsMax: 60,
  errorVersionsMax: 20,
  errorExamplesMax: 20,
  errorOperationsMax: 20,
  errorMessageCharacters: 2_000,
  errorNameCharacters: 300,
  /** Of the columns of one statement with histograms, which hold up to 4,000 buckets each; services of one that is read in pages. */
  histogramsBytesMax: 16 * 1024 * 1024,
  servicesPageMax: 200,
  /** How long a list of services that was read serves its organization; of all such lists, how many and their bytes. */
  serviceListFreshMs: 1_000,
  serviceListsMax: 1_000,
  serviceListsBytesMax: 16 * 1024 * 1024,
  operationsMax: 200,
  topErrorsMax: 10,
  /** Steps of one time series: with a requested step, and with the default step. */
  timeseriesPointsMax: 2_000,
  timeseriesPointsPreset: 120,
  timeseriesPresetMs: hourMs,
  /** Of a heat map: rows, into which buckets are put together, and cells. */
  heatmapRowsMax: 64,
  heatmapCellsMax: 40_000,
  /** Steps of the short series of a list of services. */
  servicesStepsMax: 60,
  /** A span that was received this long after its end counts as late. */
  lateAfterSeconds: 60,
  /** Spans that an explanation shows on either side of a rank. */
  ranksAround: 2,
  /** How long an answer of the log about its lag serves, and how long a reader waits for a new one. */
  watermarkFreshMs: 500,
  watermarkWaitMs: 250,
  /** How long a read waits for the positions that it names, and how often it looks. */
  positionWaitMs: 10_000,
  positionPollMs: 50,
  /** Reads that wait so at once, and those of an organization: each holds a place of a request meanwhile, and half of them stay free. */
  positionWaitsMax: 64,
  positionWaitsOwnMax: 16,
  /** How long a read of the past waits for what was received before it, and how often it looks. */
  knownWaitMs: 3_000,
  knownPollMs: 250,
  /** The same for the begin of the log of windows. */
  proofLogFreshMs: 60_000,
  queryMs: 10_000,
  /** Work on the rows of an answer before others get their turn. */
  turnMs: 10,
  /** Streams of traces at once. */
  traceStreams: {
    what: 'streams',
    max: 200,
    reserved: 40,
    perOrganizationMax: 10,
    perNetworkMax: 40,
  },
  /** Requests that wait for the next event at once, and how often each looks. */
  eventPolls: {
    what: 'requests that wait for events',
    max: 1_000,
    reserved: 200,
    perOrganizationMax: 100,
    perKeyMax: 50,
    perNetworkMax: 200,
  },
  eventPollMs: 250,
  /** The same for requests that wait for a change of what badges count. */
  summaryWaits: {
    what: 'requests that wait for changes',
    max: 1_000,
    reserved: 200,
    perOrganizationMax: 100,
    perKeyMax: 50,
    perNetworkMax: 200,
  },
  streamHeartbeatMs: 15_000,
  /** How often a stream looks whether its key was revoked. */
  streamKeyCheckMs: 500,
  /** How often the ends of the log are read, once for all streams. */
  streamPollMs: 250,
  /** Between two lookups of one stream, and the traces of a lookup. */
  streamPauseMs: 250,
  streamTracesMax: 500,
  /** Of the events of a lookup, which wait until the client has read them. */
  streamHeldCharactersMax: 256 * 1024,
  streamReadRecordsMax: 200,
  streamReadBytesMax: 1024 * 1024,
  /** A stream that is further behind than this skips the traces in between. */
  streamBehindRecordsMax: 10_000,
  /** Sent traces that a stream remembers. */
  streamToldMax: 10_000,
  /** Between two tries while an engine is away. */
  streamRetryMs: 1_000,
  /** Some clients take no line of 64 KiB: a name that makes it longer is cut to so many characters. */
  streamEventBytesMax: 60_000,
  streamNameCharactersMax: 4_000,
  /** After so long no more figures of a list of objectives are read. */
  objectivesMs: 8_000,
  metricsMax: 2_000,
  /** Names of the attributes of one metric in the list, and the longest that is shown whole. */
  metricKeysMax: 100,
  metricKeyBytesMax: 1_024,
} as const;
