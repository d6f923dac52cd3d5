import { useSyncExternalStore } from 'react';

const listen = (listener: () => void) => {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
};

/** Whether somebody can see this tab. */
export const useVisible = (): boolean => useSyncExternalStore(listen, () => !document.hidden);
