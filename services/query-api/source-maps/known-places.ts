import { LRUCache } from 'lru-cache';
import { symbolicationLimits as limits } from './config.ts';
import type { OriginalPlace } from './mapped-stack.ts';

/** A place in a map, or that its map says nothing of it. */
export type KnownPlace = OriginalPlace | 'nowhere';

/** Places that were read: those of one error are read again and again. */
export type KnownPlaces = {
  readonly get: (organization: string, name: string) => KnownPlace | undefined;
  readonly set: (organization: string, name: string, place: KnownPlace) => void;
};

/** Each organization has as much memory, so nobody makes the places of another forgotten. */
export function openKnownPlaces(): KnownPlaces {
  const shares = new LRUCache<string, LRUCache<string, KnownPlace>>({
    max: limits.organizationsRemembered,
  });
  const openShare = () =>
    new LRUCache<string, KnownPlace>({
      maxSize: limits.rememberedBytesOfOneMax,
      sizeCalculation: (place, name) => bytesOf(name, place),
    });
  return {
    get: (organization, name) => shares.get(organization)?.get(name),
    set: (organization, name, place) => {
      const share = shares.get(organization) ?? openShare();
      shares.set(organization, share);
      share.set(name, place);
    },
  };
}

/** Of an entry without its texts. */
const entryBytes = 200;

const bytesOf = (name: string, place: KnownPlace): number => {
  const texts = place === 'nowhere' ? 0 : place.file.length + (place.name?.length ?? 0);
  return entryBytes + 2 * (name.length + texts);
};
