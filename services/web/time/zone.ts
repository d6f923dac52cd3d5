import { useSyncExternalStore } from 'react';
import type { Zone } from './time-search.ts';

const storedAs = 'tidemark.zone';
const listeners = new Set<() => void>();
let zone: Zone = localStorage.getItem(storedAs) === 'utc' ? 'utc' : 'local';

export const currentZone = (): Zone => zone;

export function chooseZone(next: Zone): void {
  zone = next;
  localStorage.setItem(storedAs, next);
  for (const listener of listeners) listener();
}

export const useZone = (): Zone =>
  useSyncExternalStore(listener => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, currentZone);

/** For `Intl`: the time zone that times are written in. */
export const timeZoneOf = (chosen: Zone): string =>
  chosen === 'utc' ? 'UTC' : Intl.DateTimeFormat().resolvedOptions().timeZone;
