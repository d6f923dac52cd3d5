import { type RefObject, useRef } from 'react';
import { useShortcut } from './shortcuts.ts';

/**
 * `j` and `k` move the focus from row to row of the table in the element, or of what is marked as rows, to the first
 * link of each, so that Enter opens a row and it scrolls into view by itself; `x` presses the box of the row.
 */
export function useRowKeys<Box extends HTMLElement>(): RefObject<Box | null> {
  const box = useRef<Box>(null);
  const focusedRow = (): Element | undefined => {
    const row = document.activeElement?.closest('tr');
    return row != null && box.current?.contains(row) ? row : undefined;
  };
  const move = (by: number): void => {
    const found = (selector: string) => [...(box.current?.querySelectorAll(selector) ?? [])];
    const marked = found('[data-row]');
    const rows = marked.length > 0 ? marked : found('tbody tr');
    const at = rows.findIndex(row => row.contains(document.activeElement));
    const next = at < 0 ? 0 : Math.min(rows.length - 1, Math.max(0, at + by));
    rows[next]?.querySelector('a')?.focus();
  };
  useShortcut('nextRow', () => move(1));
  useShortcut('previousRow', () => move(-1));
  useShortcut('choose', () =>
    focusedRow()?.querySelector<HTMLInputElement>('input[type="checkbox"]')?.click(),
  );
  return box;
}
