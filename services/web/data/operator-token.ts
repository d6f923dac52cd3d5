import { useSyncExternalStore } from 'react';

/** Apart from every session: no other tab and no later one has it. */
const storedAs = 'tidemark.operator';
const listeners = new Set<() => void>();
let token = sessionStorage.getItem(storedAs) ?? undefined;
let isRefused = false;

function change(next: string | undefined): void {
  token = next;
  for (const listener of listeners) listener();
}

export function keepToken(next: string): void {
  isRefused = false;
  sessionStorage.setItem(storedAs, next);
  change(next);
}

/** `refused`: the server did not take it. */
export function forgetToken(reason?: 'refused'): void {
  isRefused = reason === 'refused';
  sessionStorage.removeItem(storedAs);
  change(undefined);
}

export const currentToken = (): string | undefined => token;
export const wasRefused = (): boolean => isRefused;

export const useOperatorToken = (): string | undefined =>
  useSyncExternalStore(listener => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, currentToken);
