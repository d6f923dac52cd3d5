import { useMemo } from 'react';
import { matcherOf } from './matcher.ts';
import type { Model } from './model.ts';
import { visibleRows, withAncestors } from './rows.ts';

type Wanted = {
  readonly q: string;
  readonly onlyErrors: boolean;
  readonly collapsed: ReadonlySet<number>;
};

/** The spans that have a row, and the filter that took the others away; undefined: there is none. */
export function useRows(model: Model, { q, onlyErrors, collapsed }: Wanted) {
  const { layout } = model;
  const filter = useMemo(
    () =>
      q === '' && !onlyErrors ? undefined : withAncestors(layout, matcherOf(model, q, onlyErrors)),
    [layout, model, q, onlyErrors],
  );
  const rows = useMemo(
    () => visibleRows(layout, { collapsed, kept: filter?.kept }),
    [layout, collapsed, filter],
  );
  return { filter, rows };
}
