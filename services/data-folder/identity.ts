import { FolderDamaged } from '../../platform/errors.ts';

/** The engines of a data folder whose data cannot be made again. */
export type EngineName = 'warehouse' | 'log' | 'events' | 'blobs';

/** What the folder says of itself. */
export type Manifest = {
  readonly id: string;
  /** Counts the starts. */
  readonly start: number;
  /** False while a start is on its way: an engine may carry this start or the one before. */
  readonly isSettled: boolean;
  /** Those that carried the identity when a start was settled last. */
  readonly engines: readonly EngineName[];
};

/** What an engine carries; one that was not used since identities are kept carries nothing. */
export type Stamp = Pick<Manifest, 'id' | 'start'>;

export type StampedEngine = {
  readonly engine: EngineName;
  readonly path: string;
  readonly stamp: Stamp | undefined;
};

/** Throws `FolderDamaged` where an engine is new and the folder is not, is of another folder, or of another moment. */
export function assertOneIdentity(manifest: Manifest, stamped: readonly StampedEngine[]): void {
  for (const each of stamped) {
    const wrong = wrongOf(manifest, each);
    if (wrong !== undefined) throw new FolderDamaged(`${each.path} ${wrong}`);
  }
}

function wrongOf(
  { id, start, isSettled, engines }: Manifest,
  { engine, stamp }: StampedEngine,
): string | undefined {
  if (stamp === undefined)
    return engines.includes(engine) ? 'is new, and other engines of the folder are not' : undefined;
  if (stamp.id !== id) return 'belongs to another data folder';
  if (stamp.start < (isSettled ? start : start - 1)) return `is older than ${others}`;
  return stamp.start > start ? `is newer than ${others}` : undefined;
}

const others = 'the other engines of the folder';

/** The manifest of engines that lost theirs: they must agree. Undefined where none carries an identity. */
export function adopted(stamped: readonly StampedEngine[]): Manifest | undefined {
  const stamps = stamped.flatMap(({ stamp }) => (stamp === undefined ? [] : [stamp]));
  const [first] = stamps;
  if (first === undefined) return undefined;
  const start = Math.max(...stamps.map(stamp => stamp.start));
  return { id: first.id, start, isSettled: false, engines: stamped.map(({ engine }) => engine) };
}

export const stampText = ({ id, start }: Stamp): string => `${id} ${start}`;

export function parseStamp(text: string | undefined): Stamp | undefined {
  const [id, start] = text?.split(' ') ?? [];
  return id === undefined || start === undefined ? undefined : { id, start: Number(start) };
}
