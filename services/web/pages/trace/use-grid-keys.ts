import type { KeyboardEvent, RefObject } from 'react';
import { belowOf, type Model } from './model.ts';
import { rowHeight } from './row-height.ts';
import type { View } from './use-view.ts';

/** Keys of a tree: up and down go from row to row, right opens and goes in, left closes and goes out. */
export function useGridKeys(
  { layout }: Model,
  view: View,
  box: RefObject<HTMLElement | null>,
): (event: KeyboardEvent) => void {
  const { rows, selected } = view;
  const place = rows.indexOf(selected);
  const to = (next: number): void => {
    const span = rows[Math.min(rows.length - 1, Math.max(0, next))];
    if (span !== undefined) view.moveTo(span);
  };
  const page = Math.floor((box.current?.clientHeight ?? rowHeight) / rowHeight);
  const isParent = selected >= 0 && belowOf(layout, selected) > 0;
  const isOpen = isParent && !view.collapsed.has(selected);
  const goIn = (): void => {
    if (isOpen) to(place + 1);
    else if (isParent) view.toggle(selected, true);
  };
  const goOut = (): void => {
    const above = rows.indexOf(layout.parent[selected] ?? -1);
    if (isOpen) view.toggle(selected, false);
    else if (above >= 0) to(above);
  };
  const acts = new Map<string, () => void>([
    ['ArrowDown', () => to(place + 1)],
    ['ArrowUp', () => to(place - 1)],
    ['PageDown', () => to(place + page)],
    ['PageUp', () => to(place - page)],
    ['Home', () => to(0)],
    ['End', () => to(rows.length - 1)],
    ['ArrowRight', goIn],
    ['ArrowLeft', goOut],
  ]);
  return event => {
    const act = acts.get(event.key);
    if (act === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    act();
  };
}
