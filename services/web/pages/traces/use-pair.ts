import { useCallback } from 'react';
import { usePageSearch } from '../../page-search.ts';
import { choose as chosen } from './pair.ts';

/** The chosen traces, which the link keeps, so that Back from their comparison finds them still chosen. */
export function usePair() {
  const [pair, change] = usePageSearch('a', 'b');
  const choose = useCallback((id: string): void => change(chosen(pair, id)), [pair, change]);
  const clear = (): void => change({ a: undefined, b: undefined });
  return { pair, choose, clear } as const;
}
