import { useCallback, useMemo, useState } from 'react';
import type { Model } from './model.ts';
import { keyOfSpan, spansOfKeys } from './span-key.ts';

/** The spans whose children are hidden. They are kept by their keys: a refresh may give them other places. */
export function useCollapsed(model: Model) {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  const collapsed = useMemo(() => spansOfKeys(model, keys), [model, keys]);
  const toggle = useCallback(
    (span: number, isOpen: boolean): void =>
      setKeys(before => {
        const after = new Set(before);
        if (isOpen) after.delete(keyOfSpan(model, span));
        else after.add(keyOfSpan(model, span));
        return after;
      }),
    [model],
  );
  /** Opens everything above a span. */
  const reveal = (span: number): void => {
    const above = new Set<string>();
    const { parent } = model.layout;
    for (let each = parent[span] ?? -1; each >= 0; each = parent[each] ?? -1)
      if (collapsed.has(each)) above.add(keyOfSpan(model, each));
    if (above.size > 0) setKeys(before => new Set([...before].filter(key => !above.has(key))));
  };
  return { collapsed, toggle, reveal };
}
