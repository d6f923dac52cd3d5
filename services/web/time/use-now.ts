import { useSyncExternalStore } from 'react';

/** Windows of telemetry are this long, so a closer look shows nothing new. */
const tickMs = 10_000;

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

const now = (): number => Math.floor(Date.now() / tickMs) * tickMs;
let lastMs = now();

function tick(): void {
  if (document.hidden) return;
  lastMs = now();
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(tick, tickMs);
  document.addEventListener('visibilitychange', listener);
  return () => {
    listeners.delete(listener);
    document.removeEventListener('visibilitychange', listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** Now, in steps of ten seconds; it stands still while nobody looks. */
export const useNow = (): number => useSyncExternalStore(listen, () => lastMs);
