import { usePageSearch } from '../../page-search.ts';

export const states = {
  active: 'Firing',
  resolved: 'Resolved',
  all: 'All',
} as const;

export type State = keyof typeof states;

export const severities = ['critical', 'warning', 'info'] as const;

type Name = 'severity' | 'service' | 'rule';

export type Filters = Readonly<Partial<Record<Name, string>>> & {
  /** Those that fire, whenever they began, unless the link says otherwise. */
  readonly state: State;
};

/** The filters of the link, and how to change them; another filter begins at the first page. */
export function useFilters() {
  const [found, change] = usePageSearch('state', 'severity', 'service', 'rule', 'page');
  const { state: printed, severity, page: _, ...rest } = found;
  const state = (Object.keys(states) as State[]).find(each => each === printed) ?? 'active';
  const isSeverity = severities.some(each => each === severity);
  const filters: Filters = {
    ...rest,
    state,
    ...(severity !== undefined && isSeverity && { severity }),
  };
  const narrow = (next: Readonly<Partial<Record<Name | 'state', string>>>): void =>
    change({ ...next, page: undefined });
  return [filters, narrow] as const;
}
