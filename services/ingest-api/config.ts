import { inflatedBodyBytesMax } from '../../platform/compression/limits.ts';
import type { WaitingLimits } from '../../platform/shares/waiting-room.ts';
import { hourMs } from '../../schemas/durations.ts';
import type { BacklogLimits } from './admission/consumer-lag.ts';

/** Every limit of the ingest-api. */
export const limits = {
  /** Between two marks that telemetry can be received; several of them missing are an outage for alert rules. */
  receivingMarkMs: 5_000,
  /** A larger body, unless it can be compressed so far, goes to the blob store and the record carries its name. */
  recordBytesMax: 900 * 1024,
  /** A shorter body is not compressed alone: it has too little that repeats. */
  compressedBytesMin: 16 * 1024,
  /** A longer body goes to the blob store as it is: readers inflate no more. */
  compressedBytesMax: inflatedBodyBytesMax,
  /** A body that is no OTLP is looked at as another known shape up to this length. */
  foreignBytesMax: 256 * 1024,
  foreignJson: { depthMax: 64, valuesMax: 20_000 },
  /**
   * A longer body is examined in a thread. The dearest of this length, nothing but empty spans, takes
   * 35 ms; 512 ordinary spans in protobuf have 270,000 bytes and take less than one.
   */
  examinedAtOnceBytesMax: 320 * 1024,
  examineThreads: {
    /** One of them is left to other organizations. */
    threadsMax: 3,
    ownThreadsMax: 2,
    queuedMax: 32,
    /** The dearest body of 50 MiB takes less than two seconds of an idle processor. */
    taskMsMax: 20_000,
    idleMsMax: 10_000,
    heapMiBMax: 256,
  },
  /** Between two looks for contents of the blob store that nothing needs any more. */
  sweepEveryMs: hourMs,
  /** Organizations of which a process logs that they name no service. */
  unnamedSaidMax: 1_000,
  /** Characters of a sender's User-Agent that are kept. */
  clientLengthMax: 100,
} as const;

const MiB = 1024 * 1024;

export type AdmissionLimits = {
  readonly bytesMin: number;
  readonly bytesMax: number;
  readonly stepBytes: number;
  readonly targetMs: number;
  readonly bytesBound: number;
  readonly reservedBytes: number;
  readonly reservedForBytesMax: number;
  readonly silentMs: number;
  readonly silentLookMs: number;
  readonly requestBytesMin: number;
  readonly unstatedBytes: number;
  readonly inflation: number;
  readonly expectedBytesMax: number;
  readonly claimMs: number;
  /** `bytesMax` holds where the batches of a topic are not longer. */
  readonly backlog: BacklogLimits;
  readonly lookEveryMs: number;
  readonly waiting: WaitingLimits;
};

/** What this process may hold of telemetry, files and recordings at once before it rejects requests with `Retry-After`. */
export const admissionLimits: AdmissionLimits = {
  /** Of bodies from before they are read until they are answered: between these, by how long they take. */
  bytesMin: 8 * MiB,
  bytesMax: 32 * MiB,
  stepBytes: 64 * 1024,
  /** From the last byte of a body to its answer. */
  targetMs: 500,
  /** Never exceeded, also by organizations that have less than their share. */
  bytesBound: 256 * MiB,
  /** The last part of it is for organizations that hold no more than this: one that holds much leaves it to the others. */
  reservedBytes: 64 * MiB,
  reservedForBytesMax: 16 * MiB,
  /** A body of which nothing came for so long is broken off when others find no room; looked at no more often than this. */
  silentMs: 2_000,
  silentLookMs: 250,
  /** What a request counts as at least: a body of this length costs as much as the rest of it. */
  requestBytesMin: 8 * 1024,
  /** The expected length of a body without `Content-Length` and of a compressed body. */
  unstatedBytes: 64 * 1024,
  inflation: 5,
  /** What is expected at most: the rest counts as it comes, so that a claim alone holds little. */
  expectedBytesMax: 320 * 1024,
  /** For so long what has not come of a body has its room kept: the longest that is expected, at 2.6 Mbit/s. */
  claimMs: 1_000,
  /** Accepted and not processed, where the processor shares the process. It waits in the log, not in memory. */
  backlog: {
    /** Two and eight seconds of full load: batches alone keep as much waiting while the processor keeps up. */
    bytesMin: 64 * MiB,
    bytesMax: 256 * MiB,
    stepBytes: 4 * MiB,
    /** Less than the time for which the log keeps records in memory; later ones are read from its file. */
    targetMs: 8_000,
    stillMsMax: 30_000,
  },
  /** How often the processor's position is looked at. */
  lookEveryMs: 250,
  /** Requests for which there is no room wait for it, their bodies unread. */
  waiting: {
    /** A sender keeps its connection and sends its next request after this one, so waiting slows it down. */
    waitMsMax: 1_000,
    requestsMax: 2_048,
    /** A quarter, so that one organization does not fill the waiting room. */
    requestsPerOrganizationMax: 512,
    refusalsMax: 8,
    wakeEveryMs: 50,
  },
};

/**
 * The same for all other requests with a key. Their time shows what they ask for and not how busy the process is, so
 * their limit is fixed.
 */
export const requestLimits = {
  ...admissionLimits,
  bytesMin: 32 * MiB,
  bytesMax: 32 * MiB,
  targetMs: Number.POSITIVE_INFINITY,
  bytesBound: 64 * MiB,
  reservedBytes: 16 * MiB,
  reservedForBytesMax: 4 * MiB,
} as const satisfies AdmissionLimits;
