import { createHash } from 'node:crypto';
import { limits } from '../config.ts';

/** Digests by name: services by organization and day, or operations by group. */
export type Digests = Map<string, Set<string>>;

/** What a process has seen of services and operations, or read from the warehouse. */
export type OperationCardinalityCache = {
  readonly services: Digests;
  readonly operations: Digests;
  /** Sets and digests, counted together. */
  remembered: number;
};

export const emptyCardinalityCache = (): OperationCardinalityCache => ({
  services: new Map(),
  operations: new Map(),
  remembered: 0,
});

/** By which a warehouse and a process know the same text, without holding it. */
export const digestOf = (text: string): string =>
  createHash('md5').update(text).digest('hex').slice(0, limits.digestCharacters);

/** The set of that name, made when there is none. */
export function setOf(name: string, sets: Digests, known: OperationCardinalityCache): Set<string> {
  const found = sets.get(name);
  if (found !== undefined) return found;
  const made = new Set<string>();
  sets.set(name, made);
  known.remembered++;
  return made;
}

export function addToCache(
  digest: string,
  among: Set<string>,
  known: OperationCardinalityCache,
): void {
  if (among.has(digest)) return;
  among.add(digest);
  known.remembered++;
}
