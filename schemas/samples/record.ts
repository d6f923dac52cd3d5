import { exactJsonText, parseExactJson } from '../exact-json.ts';
import type { OrganizationId } from '../ids.ts';
import type { Json } from '../json.ts';
import { recordVersion } from '../topics.ts';
import { isUuid, uuidV5 } from '../uuid.ts';

/** Headers of a record on `samples`; its key is the subject. */
export const sampleHeaders = { version: 'v', kind: 'kind', organization: 'organization' } as const;

/**
 * What is sampled.
 *  heartbeat  what a service sent about itself
 *  missed     an interval without a heartbeat
 *  check      a request that Tidemark sent
 *  delivery   an attempt to deliver something to a webhook or channel
 *  replay     a chunk of a recorded session, which lies in the blob store
 *  capture    what a breakpoint captured; its detail is a `StoredCapture`
 *  source_map the content of a source map, which lies in the blob store
 * Readers of the topic ignore kinds that they do not know.
 */
export const sampleKinds = [
  'heartbeat',
  'missed',
  'check',
  'delivery',
  'capture',
  'replay',
  'source_map',
] as const;

/** Kinds that senders may repeat. A repetition has the time of its own receipt, and is one on the same day (UTC). */
export const repeatableKinds: ReadonlySet<SampleKind> = new Set([
  'capture',
  'replay',
  'source_map',
]);

export type SampleKind = (typeof sampleKinds)[number];

/** `skipped`: was due while nobody could do it. It counts neither as a success nor as a failure. */
export const sampleOutcomes = ['passed', 'degraded', 'failed', 'skipped'] as const;

export type SampleOutcome = (typeof sampleOutcomes)[number];

/** One observation of a subject, as it lies on the topic. Nothing in it is secret. */
export type Sample = {
  readonly kind: SampleKind;
  readonly organizationId: OrganizationId;
  /** Id of the check, webhook, channel or breakpoint, or of a session (`replaySubject`). */
  readonly subject: string;
  /** The same for repetitions; the first one on the topic counts. */
  readonly id: string;
  /** When it was due, or when it was received. */
  readonly atMs: number;
  readonly outcome: SampleOutcome;
  readonly durationMs?: number;
  readonly httpStatus?: number;
  /** Why it failed, in words for users. */
  readonly error?: string;
  /** What a kind has beyond that, such as the metadata of a heartbeat. */
  readonly detail?: Json;
  /** Of what lies in the blob store because of it. */
  readonly storedBytes?: number;
};

/** Every process gives the result for the same due instant the same id. */
export const sampleIdAt = (subject: string, atMs: number): string => uuidV5(subject, String(atMs));

/** A sample as a record: all samples of a subject are on one partition, in order. */
export const sampleRecord = (sample: Sample) => ({
  key: sample.subject,
  value: Buffer.from(exactJsonText(sample)),
  headers: {
    [sampleHeaders.version]: recordVersion,
    [sampleHeaders.kind]: sample.kind,
    [sampleHeaders.organization]: sample.organizationId,
  },
});

type Encoded = {
  readonly value: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
};

/** Undefined: of a kind that this version does not know. Throws for a record that Tidemark did not write. */
export function parseSample({ value, headers }: Encoded): Sample | undefined {
  const version = headers[sampleHeaders.version];
  if (version !== recordVersion)
    throw new Error(`expected a sample of version ${recordVersion}, found ${version}`);
  const kind = headers[sampleHeaders.kind] ?? '';
  if (!(sampleKinds as readonly string[]).includes(kind)) return undefined;
  const sample = parseExactJson(Buffer.from(value).toString()) as Sample;
  const { subject, id, organizationId, atMs, outcome, storedBytes = 0 } = sample;
  const isWhole =
    [subject, id, organizationId].every(isUuid) &&
    Number.isSafeInteger(atMs) &&
    Number.isSafeInteger(storedBytes) &&
    storedBytes >= 0 &&
    sampleOutcomes.includes(outcome);
  if (!isWhole) throw new Error('expected a sample with ids, an instant, an outcome and a length');
  return sample;
}
