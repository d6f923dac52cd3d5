import { useCallback, useMemo, useState } from 'react';
import { usePageSearch } from '../../page-search.ts';
import { nextError } from './failures.ts';
import type { Model } from './model.ts';
import { keyOfSpan, spanOfKey } from './span-key.ts';
import { useCollapsed } from './use-collapsed.ts';
import { useRows } from './use-rows.ts';

/** Nanoseconds since the start of the trace. */
export type Zoom = { readonly fromNs: number; readonly toNs: number };

/** What is shown of a trace, and what changes it. What a link keeps: the span, the text, errors alone, the path. */
export function useView(model: Model) {
  const { layout } = model;
  const [search, change] = usePageSearch('span', 'q', 'errors', 'path');
  const { span: key = '', q = '', errors, path } = search;
  const { collapsed, toggle, reveal } = useCollapsed(model);
  const [zoom, setZoom] = useState<Zoom>();
  const selected = useMemo(() => spanOfKey(model, key), [model, key]);
  const onlyErrors = errors !== undefined;
  const { filter, rows } = useRows(model, { q, onlyErrors, collapsed });
  const whole = useMemo(() => ({ fromNs: 0, toNs: layout.endNs }), [layout]);
  const select = useCallback(
    (span: number): void => change({ span: keyOfSpan(model, span) }),
    [change, model],
  );
  /** Keys go from row to row faster than anyone wants to go back. */
  const moveTo = (span: number): void => change({ span: keyOfSpan(model, span) }, 'on the way');
  return {
    rows,
    filter,
    selected,
    zoom: zoom ?? whole,
    isZoomed: zoom !== undefined,
    q,
    onlyErrors,
    showsPath: path !== undefined,
    collapsed,
    select,
    moveTo,
    show: (span: number): void => {
      reveal(span);
      select(span);
    },
    close: () => change({ span: undefined }),
    // One search is one step, however many letters it has.
    search: (text: string) =>
      change(
        { q: text === '' ? undefined : text },
        q === '' || text === '' ? 'step' : 'on the way',
      ),
    setOnlyErrors: (on: boolean) => change({ errors: on ? 'only' : undefined }),
    setShowsPath: (on: boolean) => change({ path: on ? 'critical' : undefined }),
    setZoom,
    toggle,
    toError: (direction: 1 | -1) => {
      const isWanted = (span: number) => filter === undefined || filter.isMatch[span] === 1;
      const found = nextError(model, selected, direction, isWanted);
      if (found === undefined) return;
      reveal(found);
      moveTo(found);
    },
  };
}

export type View = ReturnType<typeof useView>;
