import { useEffect, useRef, useSyncExternalStore } from 'react';

const storedAs = 'tidemark.single-keys';
const listeners = new Set<() => void>();
let areOn = localStorage.getItem(storedAs) !== 'off';

export function switchSingleKeys(on: boolean): void {
  areOn = on;
  localStorage.setItem(storedAs, on ? 'on' : 'off');
  for (const listener of listeners) listener();
}

const read = (): boolean => areOn;

export const useSingleKeys = (): boolean =>
  useSyncExternalStore(listener => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, read);

/** Inputs that take no letters. */
const wordless = new Set(['range', 'checkbox', 'radio', 'button']);

const isTyping = ({ target }: KeyboardEvent): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/u.test(target.tagName)) &&
  !wordless.has((target as HTMLInputElement).type);

const isLayerOpen = (): boolean => document.querySelector('[role="dialog"]:not([hidden])') !== null;

/**
 * Whether a single key may mean something now: nobody types, no layer is open, and single keys are on (WCAG
 * 2.2, 2.1.4).
 */
export const isSingleKey = (event: KeyboardEvent): boolean =>
  areOn &&
  !event.ctrlKey &&
  !event.metaKey &&
  !event.altKey &&
  !event.defaultPrevented &&
  !isTyping(event) &&
  !isLayerOpen();

const isPaletteChord = ({ key, ctrlKey, metaKey }: KeyboardEvent): boolean =>
  key.toLowerCase() === 'k' && (ctrlKey || metaKey);

/** What a key does on every page; the sheet of keys describes it. */
const keyOf = {
  '/': 'palette',
  '?': 'sheet',
  '.': 'now',
  p: 'earlier',
  n: 'later',
  t: 'type',
  j: 'nextRow',
  k: 'previousRow',
  x: 'choose',
  e: 'settle',
} as const;

export type ShortcutName = (typeof keyOf)[keyof typeof keyOf];

const nameOf = (event: KeyboardEvent): ShortcutName | undefined => {
  if (isPaletteChord(event)) return 'palette';
  return isSingleKey(event)
    ? (keyOf as Readonly<Record<string, ShortcutName>>)[event.key]
    : undefined;
};

/** Does something when the keys of a shortcut are pressed. */
export function useShortcut(name: ShortcutName, act: () => void): void {
  useKeys(event => {
    if (nameOf(event) !== name) return;
    event.preventDefault();
    act();
  });
}

/** Hears of each key, with the newest function; `isFirst`: before all others, so that it can keep a key from them. */
export function useKeys(hear: (event: KeyboardEvent) => void, isFirst = false): void {
  const latest = useRef(hear);
  useEffect(() => {
    latest.current = hear;
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => latest.current(event);
    document.addEventListener('keydown', listen, isFirst);
    return () => document.removeEventListener('keydown', listen, isFirst);
  }, [isFirst]);
}
