/** The records of one batch: a topic's partition and its first and last offset, both included. */
export type BatchRange = {
  readonly topic: string;
  readonly partition: number;
  readonly first: number;
  readonly last: number;
};

export type WriteIntent = { readonly first: number; readonly last: number };

/** Where records come from, as it stands in the names of batches: `spans-3`. */
export const sourceName = (topic: string, partition: number): string => `${topic}-${partition}`;

/** Name of a batch, on its marker rows and as its deduplication token: `spans-3:100-250`. */
export const batchName = ({ topic, partition, first, last }: BatchRange): string =>
  `${sourceName(topic, partition)}:${noteText({ first, last })}`;

export const noteText = ({ first, last }: WriteIntent): string => `${first}-${last}`;

/** Undefined for anything but `first-last` with first ≤ last. */
export function parseNote(text: string): WriteIntent | undefined {
  const [, first, last] = /^(\d+)-(\d+)$/.exec(text) ?? [];
  if (first === undefined || last === undefined) return undefined;
  const note = { first: Number(first), last: Number(last) };
  return note.first <= note.last ? note : undefined;
}

/** The note inside a batch's name; undefined when the name is not one. */
export const intentFromBatchName = (name: string): WriteIntent | undefined =>
  parseNote(name.slice(name.lastIndexOf(':') + 1));

export type Start = { readonly offset: number; readonly note?: WriteIntent };

/**
 * Where a new owner of a partition goes on, and the range it must repeat exactly, if one was begun.
 * The highest marker in the warehouse beats the committed offset: a commit can be lost after the
 * insert, and a stale one can arrive late, but a marker is there only if its batch is.
 *  committed  what the group last committed, with the note as its metadata
 *  marker     range of the highest marker of this source, over all tables
 */
export function resumePoint(
  committed: { readonly offset: number; readonly metadata: string } | undefined,
  marker: WriteIntent | undefined,
): Start {
  const offset = committed?.offset ?? 0;
  if (marker !== undefined && marker.last >= offset) return { offset: marker.first, note: marker };
  const note = parseNote(committed?.metadata ?? '');
  return note !== undefined && note.first === offset ? { offset, note } : { offset };
}
