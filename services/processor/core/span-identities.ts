import type { SpanColumnsView } from './span-columns-view.ts';

/**
 * What tells the spans of a batch apart, in order: plain arrays of their own, so that they outlive the batch and can be handed
 * to another thread. Two spans are the same when organization, ids, both times and kind are. Ids alone are not enough: with B3
 * propagation a client's span and the server's have one id.
 */
export type SpanIdentities = {
  readonly rows: number;
  readonly organizations: readonly string[];
  /** Index into `organizations`. */
  readonly organization: Uint32Array;
  readonly kind: Uint8Array;
  readonly endSeconds: Uint32Array;
  /** When the request that holds the span was received. */
  readonly receivedAtMs: Float64Array;
  /** Of each span its trace id, its id, its start and its end, as `wordsOfSpan` 32-bit words. */
  readonly words: Uint32Array;
};

export type IdentityColumns = Pick<
  SpanColumnsView,
  'rows' | 'organization' | 'endSeconds' | 'traceWords' | 'start' | 'end'
> & {
  /** Index of the request of each span. */
  readonly request: Uint32Array;
  readonly kind: Uint8Array;
  readonly spanWords: Uint32Array;
};

export const wordsOfSpan = 10;

export function identitiesOf(
  spans: IdentityColumns,
  requests: readonly { readonly receivedAtMs: number }[],
  organizations: readonly string[],
): SpanIdentities {
  const { rows } = spans;
  const words = new Uint32Array(rows * wordsOfSpan);
  const receivedAtMs = new Float64Array(rows);
  for (let row = 0; row < rows; row++) {
    const at = row * wordsOfSpan;
    for (let word = 0; word < 4; word++)
      words[at + word] = spans.traceWords[row * 4 + word] as number;
    for (let word = 0; word < 2; word++) {
      words[at + 4 + word] = spans.spanWords[row * 2 + word] as number;
      words[at + 6 + word] = spans.start[row * 2 + word] as number;
      words[at + 8 + word] = spans.end[row * 2 + word] as number;
    }
    receivedAtMs[row] = requests[spans.request[row] as number]?.receivedAtMs ?? 0;
  }
  const [organization, kind] = [spans.organization.slice(), spans.kind.slice()];
  const endSeconds = spans.endSeconds.slice();
  return { rows, organizations, organization, kind, endSeconds, receivedAtMs, words };
}

/** Two numbers for each span, the same for the same span and seemingly random for others. */
export type IdentityHashes = { readonly first: Uint32Array; readonly second: Uint32Array };

/** Adds the hashes of the rows `from` … `to`, exclusive; `start` is any number that senders cannot know. */
export function hashIdentities(
  { words, kind }: SpanIdentities,
  { first, second }: IdentityHashes,
  { from, to, start }: { readonly from: number; readonly to: number; readonly start: number },
): void {
  for (let row = from; row < to; row++) {
    let one = start ^ (kind[row] as number);
    let other = ~one;
    for (let at = row * wordsOfSpan; at < (row + 1) * wordsOfSpan; at++) {
      const word = words[at] as number;
      one = Math.imul(one ^ word, 0x9e3779b1);
      one ^= one >>> 15;
      other = Math.imul(other ^ word, 0x85ebca6b);
      other ^= other >>> 13;
    }
    first[row] = one;
    second[row] = other;
  }
}

/** One span as a text: as `storedIdentity` writes the row that the warehouse has of it. */
export function identityText(identities: SpanIdentities, row: number): string {
  const { organizations, organization, kind, words } = identities;
  const at = row * wordsOfSpan;
  const start = nanosAt(words, at + 6);
  return storedIdentity({
    organization: organizations[organization[row] as number] ?? '',
    trace: traceIdText(identities, row),
    span: String(spanIdNumber(identities, row)),
    start: String(start),
    duration: String(nanosAt(words, at + 8) - start),
    kind: kind[row] as number,
  });
}

export type StoredIdentity = {
  readonly organization: string;
  readonly trace: string;
  readonly span: string;
  readonly start: string;
  readonly duration: string;
  readonly kind: number;
};

export const storedIdentity = (row: StoredIdentity): string =>
  `${row.organization} ${row.trace} ${row.span} ${row.start} ${row.duration} ${row.kind}`;

/** As a UUID. */
export const traceIdText = ({ words }: SpanIdentities, row: number): string =>
  traceIdAt(words, row * wordsOfSpan);

/** The number that the table keeps. */
export const spanIdNumber = ({ words }: SpanIdentities, row: number): bigint =>
  spanIdAt(words, row * wordsOfSpan + 4);

/** The same of four words of a trace id, and of two of a span id. */
export const traceIdAt = (words: Uint32Array, at: number): string =>
  bytesAt(words, at, 4)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

export const spanIdAt = (words: Uint32Array, at: number): bigint =>
  bytesAt(words, at, 2).readBigUInt64BE();

const bytesAt = ({ buffer, byteOffset }: Uint32Array, word: number, count: number): Buffer =>
  Buffer.from(buffer, byteOffset + word * 4, count * 4);

const nanosAt = (words: Uint32Array, at: number): bigint =>
  (BigInt(words[at + 1] as number) << 32n) | BigInt(words[at] as number);
