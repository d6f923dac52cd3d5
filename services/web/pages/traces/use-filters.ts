import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { type Filters, parseFilters, printFilters, withoutFilters } from './filters.ts';

export type ChangeFilters = (next: Filters) => void;

/** The filters of the link, and how to change them; each change is a step that Back takes back. */
export function useFilters(): readonly [Filters, ChangeFilters] {
  const search = useSearch({ strict: false }) as Readonly<Record<string, unknown>>;
  const navigate = useNavigate();
  const key = JSON.stringify(search);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` is what `search` says.
  return useMemo(() => {
    const change: ChangeFilters = next =>
      void navigate({
        to: '.',
        search: (previous: Readonly<Record<string, unknown>>) => ({
          ...withoutFilters(previous),
          ...printFilters(next),
        }),
      } as never);
    return [parseFilters(search), change] as const;
  }, [key, navigate]);
}
