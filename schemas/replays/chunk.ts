import { dayOf, isOfEarlierDay } from '../day.ts';
import type { ChunkFindings } from './findings.ts';

export const replayTypes = ['session', 'buffer'] as const;

export type ReplayType = (typeof replayTypes)[number];

/** What is known of a chunk besides its content: the detail of its sample. */
export type ReplayChunk = ChunkFindings & {
  readonly session: string;
  readonly segment: number;
  /** SHA-256 of its events as JSON, in hexadecimal. */
  readonly hash: string;
  /** Where its content lies, compressed with gzip as it was sent. */
  readonly blob: string;
  /** Of its events as JSON. */
  readonly sizeBytes: number;
  readonly events: number;
  /** Of its first and last event, in milliseconds of the browser's clock. */
  readonly firstMs: number;
  readonly lastMs: number;
  readonly type: ReplayType;
  /** '' if the sender gives none. */
  readonly url: string;
  readonly userId: string;
  readonly userAgent: string;
  /** Since the beginning of the session. */
  readonly clicks: number;
  readonly keypresses: number;
};

/** The common beginning of the names of contents. */
export const replayBlobs = 'replays/';

/** The beginning of the names of an organization's contents that were received on a day. */
export const replayBlobsOfDay = (day: string, organizationId: string): string =>
  `${replayBlobs}${day}/${organizationId}/`;

/** The same of a session. */
export const replayBlobsOf = (day: string, organizationId: string, subject: string): string =>
  `${replayBlobsOfDay(day, organizationId)}${subject}/`;

/** The day comes first: contents are deleted by day. */
export const replayBlob = (
  { organizationId, subject, segment, hash }: BlobOf,
  receivedAtMs: number,
): string => `${replayBlobsOf(dayOf(receivedAtMs), organizationId, subject)}${segment}-${hash}`;

type BlobOf = Pick<ReplayChunk, 'segment' | 'hash'> & {
  readonly organizationId: string;
  readonly subject: string;
};

/** Whether a content was received on a day that had ended by then. */
export const isReplayBefore = (name: string, atMs: number): boolean =>
  isOfEarlierDay(name, replayBlobs, atMs);
