import { useSyncExternalStore } from 'react';

/** Who is signed in in this tab: a session's key, or an API key that was pasted. */
export type Session = { readonly key: string; readonly expiresAt: string | null };

const storedAs = 'tidemark.session';
const listeners = new Set<() => void>();
let ended: 'expired' | undefined;
let session = read();

/** Other tabs ask here for a session, as the storage of a tab is not seen by another. */
const channel = new BroadcastChannel(storedAs);

function read(): Session | undefined {
  const text = sessionStorage.getItem(storedAs) ?? localStorage.getItem(storedAs);
  const found = text === null ? undefined : (JSON.parse(text) as Session);
  return isOver(found) ? undefined : found;
}

function isOver(found: Session | undefined): boolean {
  return Boolean(found?.expiresAt) && Date.parse(found?.expiresAt ?? '') <= Date.now();
}

function change(next: Session | undefined): void {
  session = next;
  for (const listener of listeners) listener();
}

/**
 * Signs in. `isKept`: also after the browser was closed, for as long as the session's key is valid; a key
 * that does not expire is never kept.
 */
export function signIn(next: Session, isKept = false): void {
  ended = undefined;
  const text = JSON.stringify(next);
  sessionStorage.setItem(storedAs, text);
  if (isKept && next.expiresAt !== null) localStorage.setItem(storedAs, text);
  change(next);
}

/** Forgets the session in every tab. `expired`: the server refused its key. */
export function signOut(reason?: 'expired'): void {
  ended = reason;
  sessionStorage.removeItem(storedAs);
  localStorage.removeItem(storedAs);
  if (reason === undefined) channel.postMessage({ kind: 'ended' });
  change(undefined);
}

export const currentSession = (): Session | undefined => session;
export const endedBecause = (): 'expired' | undefined => ended;

export const useSession = (): Session | undefined =>
  useSyncExternalStore(listener => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, currentSession);

type Message =
  | { readonly kind: 'asked' | 'ended' }
  | { readonly kind: 'session'; readonly session: Session };

channel.onmessage = ({ data }: MessageEvent<Message>) => {
  if (data.kind === 'asked' && session !== undefined)
    channel.postMessage({ kind: 'session', session });
  if (data.kind === 'session' && session === undefined && ended === undefined) signIn(data.session);
  if (data.kind === 'ended' && session !== undefined) {
    sessionStorage.removeItem(storedAs);
    change(undefined);
  }
};

/** A link of the demo carries its key behind `#`, which no server and no log ever sees. */
export function takeKeyOfLink(): void {
  const key = new URLSearchParams(location.hash.slice(1)).get('key');
  if (key !== null) {
    history.replaceState(history.state, '', location.pathname + location.search);
    signIn({ key, expiresAt: null });
  } else if (session === undefined) channel.postMessage({ kind: 'asked' });
}
