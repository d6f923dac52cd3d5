import { useSyncExternalStore } from 'react';

export type Theme = 'system' | 'light' | 'dark';

const storedAs = 'tidemark.theme';
const listeners = new Set<() => void>();
const systemDark = matchMedia('(prefers-color-scheme: dark)');

function tell(): void {
  for (const listener of listeners) listener();
}

systemDark.addEventListener('change', tell);

const chosen = (): Theme =>
  (document.documentElement.dataset.theme as Theme | undefined) ?? 'system';

export function chooseTheme(theme: Theme): void {
  if (theme === 'system') {
    delete document.documentElement.dataset.theme;
    localStorage.removeItem(storedAs);
  } else {
    document.documentElement.dataset.theme = theme;
    localStorage.setItem(storedAs, theme);
  }
  tell();
}

const listen = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useTheme = (): Theme => useSyncExternalStore(listen, chosen);

const shown = (): 'light' | 'dark' => {
  const theme = chosen();
  return theme === 'system' ? (systemDark.matches ? 'dark' : 'light') : theme;
};

/** What is drawn on a canvas must be drawn anew when this changes. */
export const useThemeName = (): 'light' | 'dark' => useSyncExternalStore(listen, shown);
