import { dayMs, hourMs } from '../../../schemas/durations.ts';

/** Limits of the reads of recorded sessions. */
export const replayReadLimits = {
  /** Chunks of one session: a day of them, one every 30 seconds. */
  chunksMax: 2_880,
  /** Of the events of a chunk when they are inflated. */
  chunkBytesMax: 24_117_248,
  listedMsPreset: dayMs,
  /** Spans that name a session, and how long before its first and after its last chunk they are looked for. */
  tracesMax: 100,
  tracesAroundMs: hourMs,
  /** Of a session: errors of each kind, and its slowest requests. */
  errorsMax: 100,
  slowRequestsMax: 100,
  /** Of a session, those that are counted over the borders of chunks, and as many times in which effects answer them. */
  clicksMax: 5_000,
  /** Of a session, the first of each kind. */
  clickInstantsMax: 100,
  messageCharactersMax: 300,
  /** Spans that name any session are looked for over at most so long. */
  linkedRangeMsMax: 7 * dayMs,
  /** Of the rows of one statement. */
  resultBytesMax: 16 * 1024 * 1024,
} as const;
