import type { RefObject } from 'react';
import { isSingleKey, useKeys } from '../../shell/shortcuts.ts';
import { belowOf, type Model, spanAt } from './model.ts';
import type { View } from './use-view.ts';

/** Single keys of the page: errors, the critical path, the filter, the zoom, closing and opening a span. */
export function useTraceKeys(
  model: Model,
  view: View,
  search: RefObject<HTMLInputElement | null>,
): void {
  const { selected } = view;
  const zoomToSpan = (): void => {
    if (selected < 0) return;
    const { startNs, durationNs } = spanAt(model, selected);
    view.setZoom({ fromNs: startNs, toNs: startNs + Math.max(1, durationNs) });
  };
  const open = (isOpen: boolean): void => {
    if (selected >= 0 && belowOf(model.layout, selected) > 0) view.toggle(selected, isOpen);
  };
  const acts = new Map<string, () => void>([
    ['e', () => view.toError(1)],
    ['E', () => view.toError(-1)],
    ['c', () => view.setShowsPath(!view.showsPath)],
    ['f', () => search.current?.focus()],
    ['0', () => view.setZoom(undefined)],
    ['z', zoomToSpan],
    ['[', () => open(false)],
    [']', () => open(true)],
  ]);
  useKeys(event => {
    const act = isSingleKey(event) ? acts.get(event.key) : undefined;
    if (act === undefined) return;
    event.preventDefault();
    act();
  });
}
